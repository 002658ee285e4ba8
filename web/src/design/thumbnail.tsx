import { useState } from 'react';
import { initialsOf } from './initials.ts';
import './thumbnail.css';

interface ThumbnailProps {
  name: string;
  /** Address of a picture. */
  address: string | undefined;
}

/** A small picture beside a name, or its initials. Hidden from screen readers, which read the name. */
export function Thumbnail({ name, address }: ThumbnailProps) {
  const [failed, setFailed] = useState<string>();
  return (
    <span className="thumbnail" aria-hidden="true">
      {address === undefined || address === failed ? (
        initialsOf(name)
      ) : (
        <img src={address} alt="" loading="lazy" decoding="async" onError={() => setFailed(address)} />
      )}
    </span>
  );
}
