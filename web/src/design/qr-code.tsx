import { qrPathOf } from './qr-path.ts';

interface QrCodeProps {
  /** Accessible name. */
  label: string;
  text: string;
}

const side_px = 200;

/** A QR code, dark on light in both colour schemes, because many scanners cannot read the inverse. */
export function QrCode({ label, text }: QrCodeProps) {
  const { path, viewBox } = qrPathOf(text);
  return (
    <svg role="img" aria-label={label} viewBox={viewBox} width={side_px} height={side_px} shapeRendering="crispEdges">
      <rect x="-4" y="-4" width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
