import { expect, it } from 'vitest'
import { menuKey } from '../../../web/ui/menu-keys.ts'

const names = ['View Details', 'Settings', 'Suspend']

it.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 2, 0],
  ['ArrowUp', 0, 2],
  ['ArrowUp', -1, 2],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['s', 0, 1],
  ['S', 1, 2],
  ['s', 2, 1],
  ['x', 0, null],
  ['Escape', 1, 'close'],
  ['Tab', 1, 'leave'],
  ['Enter', 1, null],
  [' ', 1, null],
] as const)('%s at %d leads to %s', (key, place, to) => expect(menuKey(key, place, names)).toBe(to))
