import { useMemo } from 'react'
import { drawQr } from './qr-matrix.ts'

/**
 * The drawn code, loaded when it is first needed. Black on white in every theme: scanners expect a dark code on a light
 * background.
 */
export default function QrDrawing({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawQr(text), [text])
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn in place, there is no file to point to
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-full"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
