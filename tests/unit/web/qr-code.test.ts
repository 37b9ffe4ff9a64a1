import { create } from 'qrcode'
import { describe, expect, test } from 'vitest'
import { drawQr, QUIET_ZONE } from '../../../web/ui/qr-matrix.ts'

/** The dark modules of a drawing, as "row column" without the quiet zone. */
const painted = (path: string): string[] =>
  [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)].flatMap(
    ([, x = '', y = '', length = '', back = '']) => {
      expect(back).toBe(length)
      return Array.from(
        { length: Number(length) },
        (_, step) => `${Number(y) - QUIET_ZONE} ${Number(x) + step - QUIET_ZONE}`,
      )
    },
  )

describe('a QR code', () => {
  test.each(['A', 'LPA:1$smdp.carrier.example$K2-5TESTABC-9', 'https://youtility.example/member/'.repeat(8)])(
    'of "%s" paints exactly the dark modules',
    (text) => {
      const { modules } = create(text, { errorCorrectionLevel: 'M' })
      const dark = Array.from({ length: modules.size ** 2 }, (_, at) => at).flatMap((at) => {
        const [row, column] = [Math.floor(at / modules.size), at % modules.size]
        return modules.get(row, column) === 0 ? [] : [`${row} ${column}`]
      })
      const { size, path } = drawQr(text)
      expect(painted(path)).toEqual(dark)
      expect(size).toBe(modules.size + 8)
    },
  )

  test('of too long a text is refused', () => {
    expect(() => drawQr('x'.repeat(3000))).toThrow(/too big/)
  })
})
