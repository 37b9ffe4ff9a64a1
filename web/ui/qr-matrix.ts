import { create } from 'qrcode'

/** Width of the light margin around the code, in modules; scanners don't find a code without it. */
export const QUIET_ZONE = 4

/** A QR code as one SVG path in units of modules. */
interface QrDrawing {
  /** Width and height with the quiet zone, in modules. */
  readonly size: number
  /** The dark modules, each run of them in a row as one rectangle. */
  readonly path: string
}

/** The QR code of a text, error correction M (15 % of it may be hidden). Throws when the text is too long. */
export const drawQr = (text: string): QrDrawing => {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const runs: string[] = []
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column) === 0) continue
      const begin = column
      while (column + 1 < modules.size && modules.get(row, column + 1) !== 0) column += 1
      const length = column - begin + 1
      runs.push(`M${begin + QUIET_ZONE} ${row + QUIET_ZONE}h${length}v1h-${length}z`)
    }
  }
  return { size: modules.size + 2 * QUIET_ZONE, path: runs.join('') }
}
