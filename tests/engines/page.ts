/** What a member does and sees, in any engine. */
import { type Engine, until } from './engine.ts'
import { type Done, inPage, type Target, type Task } from './in-page.ts'

const POINTER = { type: 'pointer', id: 'mouse' } as const
const INPUT = { type: 'key', id: 'keyboard' } as const
const CONTROL = '\uE009'
/** How long to wait for the event of a click. */
const CLICK_MS = 10_000

/** How long typed text may take to be in its field. */
const TYPED_MS = 4_000

/** Options of everything that is looked for. */
interface Where {
  /** Within the open dialog only; otherwise anywhere. */
  readonly inDialog?: boolean
}

export interface Page {
  readonly engine: Engine
  /** Runs a function in the page: it must not use anything from outside of itself. */
  readonly evaluate: <Args extends readonly unknown[], T>(
    work: (...args: Args) => T | Promise<T>,
    ...args: Args
  ) => Promise<T>
  readonly open: (path: string) => Promise<void>
  readonly click: (role: Target['role'], name: string, where?: Where) => Promise<void>
  readonly fill: (name: string, text: string, where?: Where) => Promise<void>
  readonly choose: (name: string, option: string, where?: Where) => Promise<void>
  readonly chooseFile: (field: string, file: string, text: string, where?: Where) => Promise<void>
  readonly press: (key: string) => Promise<void>
  /** Waits until the text is shown, scrolling to it where it must; resolves to everything that is. */
  readonly sees: (text: string | RegExp, where?: Where) => Promise<string>
  readonly seesNot: (text: string | RegExp) => Promise<void>
  readonly noDialog: () => Promise<void>
  /** Everything that is shown. */
  readonly text: (where?: Where) => Promise<string>
  /** Waits until the address is this path. */
  readonly isAt: (path: string) => Promise<void>
}

const matches = (text: string, sought: string | RegExp): boolean =>
  typeof sought === 'string' ? text.includes(sought) : sought.test(text)

/** The helpers for a page of this origin. */
export const pageOf = (engine: Engine, origin: string): Page => {
  const evaluate: Page['evaluate'] = async (work, ...args) =>
    JSON.parse(await engine.call(String(work), JSON.stringify(args)))
  const attempt = (task: Task): Promise<Done> => evaluate(inPage, task)
  /** Repeats the task until it can be done. */
  const perform = (what: string, task: Task): Promise<Done> => {
    let problem: string | undefined
    return until(what, async () => {
      const done = await attempt(task)
      problem = done.problem
      return problem === undefined ? done : undefined
    }).catch((error: unknown) => {
      throw new Error(`${what}: ${problem ?? 'the page does not answer'}`, { cause: error })
    })
  }
  const targetOf = (role: Target['role'], name: string, { inDialog = false }: Where = {}): Target => ({
    role,
    name,
    inDialog,
  })
  /** Whether the click has hit what it was meant for. If it led to another page, nobody is left to say so. */
  const hasHit = async (): Promise<boolean> => {
    const asking = async () => (await attempt({ kind: 'clicked' })).text ?? 'it'
    const hit = until('the click', async () => (await asking().catch(() => 'it')) || undefined, CLICK_MS)
    return (await hit.catch(() => 'none')) === 'it'
  }
  const click: Page['click'] = async (role, name, where) => {
    const what = `click on the ${role} “${name}”`
    const task = { kind: 'place', target: targetOf(role, name, where) } as const
    let before = await perform(what, task)
    // It may still be moving.
    const { x = 0, y = 0 } = await until(what, async () => {
      const now = await perform(what, task)
      const rests = now.x === before.x && now.y === before.y
      before = now
      return rests ? now : undefined
    })
    await engine.act([
      {
        ...POINTER,
        actions: [
          { type: 'pointerMove', x, y, duration: 0 },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ])
    // What came in between has moved it, as it happens to members too.
    if (!(await hasHit())) await click(role, name, where)
  }
  const type = (keys: readonly string[]): Promise<void> =>
    engine.act([
      {
        ...INPUT,
        actions: keys.flatMap((value) => [{ type: 'keyDown', value } as const, { type: 'keyUp', value }]),
      },
    ])
  const text = async ({ inDialog = false }: Where = {}, sought?: string): Promise<string> =>
    (await attempt({ kind: 'text', inDialog, sought })).text ?? ''
  return {
    engine,
    evaluate,
    open: (path) => engine.open(new URL(path, origin).href),
    click,
    fill: async (name, value, where) => {
      const task = { kind: 'value', target: targetOf('field', name, where) } as const
      const has = async () => ((await attempt(task)).text === value ? true : undefined)
      const once = async (): Promise<true | undefined> => {
        await click('field', name, where)
        await engine.act([
          {
            ...INPUT,
            actions: [
              { type: 'keyDown', value: CONTROL },
              { type: 'keyDown', value: 'a' },
              { type: 'keyUp', value: 'a' },
              { type: 'keyUp', value: CONTROL },
            ],
          },
        ])
        await type(Array.from(new Intl.Segmenter().segment(value), ({ segment }) => segment))
        return until(`“${value}” in “${name}”`, has, TYPED_MS).catch(() => undefined)
      }
      // A dialog that has just opened may take the focus to its heading between the click and the keys.
      await until(`“${value}” in “${name}”`, once)
    },
    choose: async (name, value, where) =>
      void (await perform(`choose ${value}`, {
        kind: 'choose',
        target: targetOf('field', name, where),
        value,
      })),
    chooseFile: async (field, name, content, where) =>
      void (await perform(`choose the file ${name}`, {
        kind: 'file',
        target: targetOf('field', field, where),
        name,
        text: content,
      })),
    press: (key) => type([key]),
    sees: (sought, where) =>
      until(`to see ${sought}`, async () => {
        const shown = await text(where, typeof sought === 'string' ? sought : undefined)
        return matches(shown, sought) ? shown : undefined
      }),
    seesNot: async (sought) =>
      void (await until(`not to see ${sought}`, async () =>
        matches(await text(), sought) ? undefined : true,
      )),
    noDialog: async () =>
      void (await until('no dialog', async () =>
        (await attempt({ kind: 'text', inDialog: true })).problem === undefined ? undefined : true,
      )),
    text,
    isAt: async (path) =>
      void (await until(`to be at ${path}`, async () =>
        (await evaluate(() => location.href)) === new URL(path, origin).href ? true : undefined,
      )),
  }
}
