import type { Scene } from '../view.ts'
import { contacts } from './contacts.ts'
import { devices } from './devices.ts'
import { money } from './money.ts'
import { notices, pages, paper } from './pages.ts'
import { person } from './person.ts'
import { pools } from './pools.ts'
import { token } from './token.ts'
import { withdraw } from './withdraw.ts'

/** Every page, its tabs and states, and every step of every dialog. */
export const SCENES: readonly Scene[] = [
  ...pages,
  ...notices,
  ...money,
  ...token,
  ...pools,
  ...contacts,
  ...devices,
  ...person,
  ...withdraw,
  ...paper,
]
