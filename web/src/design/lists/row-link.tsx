import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

interface RowLinkProps {
  to: '/products/$id' | '/sales/$id' | '/customers/$id' | '/shifts/$id' | '/shifts/closures/$id';
  id: string;
  children: ReactNode;
}

/**
 * A cheap link to the page of a row's record. A long list mounts hundreds in a second, so it does not compute whether the link is
 * active.
 */
export function RowLink({ to, id, children }: RowLinkProps) {
  const router = useRouter();
  const preload = () => void router.preloadRoute({ to, params: { id } });
  const go = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate({ to, params: { id } });
  };
  return (
    <a
      className="link"
      data-opens
      href={to.replace('$id', encodeURIComponent(id))}
      onClick={go}
      onPointerEnter={preload}
      onFocus={preload}
    >
      {children}
    </a>
  );
}
