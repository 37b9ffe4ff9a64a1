import { describe, expect, it } from 'vitest'
import { isNear, nearForms, plainForm } from '../../../api/identity/look-alikes.ts'
import { fitName, nameFault } from '../../../api/identity/names.ts'

/** Names of people, in many writings; joiners and emoji as they type them. */
const PEOPLE = [
  'Ada Lovelace', "Seán O'Brien-Ní Mháille", 'Zoë Müller', 'Nguyễn Thị Minh', 'Þórður', 'Łukasz Żółć', '李雷 (Lei Li)',
  '山田 太郎', 'ジョン・スミス', '渡辺かおりA', '김철수', 'Иван Петров', 'Сара', 'Роса', 'Мария (Maria)', 'Γιώργος', 'אברהם', 'محمد',
  'علی\u200cرضا', 'می\u200cنا', 'ශ්\u200dරී ජයවර්ධන', 'ക്\u200dകൃഷ്ണൻ', 'राम क्\u200dष', 'அருள்', 'สมชาย', 'တင်', 'Ada 👩‍💻', 'Zoë ❤️', 'Tom 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇩🇪',
  '葛󠄀城', 'Elihu Root', 'Carol Bank', 'Amin Trust', 'ᏣᎳᎩ', 'Mary-Jane 3rd', 'João', 'D’Arcy', 'Ａｄａ', 'Rn Vv', 'X Æ A-12',
] // prettier-ignore

describe('a name that others see', () => {
  it.each(PEOPLE)('may be %s', (name) => {
    expect(nameFault(name, 'person')).toBeNull()
    expect(fitName(name)).toBe(name.normalize())
  })

  it.each([
    ['Youtility Support', 'reserved'],
    ['Y0utlllty', 'reserved'],
    ['You Tility', 'reserved'],
    ['Youtlity Team', 'reserved'],
    ['Ｙｏｕｔｉｌｉｔｙ', 'reserved'],
    ['ѕυρρогт', 'mixed'],
    ['Ѕирроrt', 'mixed'],
    ['Sup\u200bport', 'invisible'],
    ['S.u.p.p.o.r.t', 'reserved'],
    ['Customer Care', 'reserved'],
    ['Grace from Support', 'reserved'],
    ['Billing', 'reserved'],
    ['Adrnin', 'reserved'],
    ['𝐒𝐮𝐩𝐩𝐨𝐫𝐭', 'mixed'],
    ['Ⓐⓓⓐ', 'mixed'],
    ['@ada', 'handle'],
    ['Grace Hopper (@grace)', 'handle'],
    ['＠ada', 'handle'],
    ['ada@youtility.example', 'handle'],
    ['Gr\u0430ce', 'mixed'],
    ['Grace Ноор', 'mixed'],
    ['Αda', 'mixed'],
    ['A\u200dda', 'invisible'],
    ['Ada\u200c', 'invisible'],
    ['\u202eadA', 'invisible'],
    ['Ada\u3164', 'invisible'],
    ['Ada\u2800', 'invisible'],
    ['A\u00adda', 'invisible'],
    ['Ada\ufe0f', 'invisible'],
    ['Ada\u{e0061}', 'invisible'],
    ['محمد\u200cرضا', 'invisible'],
  ])('may not be %j: %s', (name, fault) => expect(nameFault(name, 'person')).toBe(fault))

  it('of an organization may have our words and not our names', () => {
    expect(nameFault('Head of Support', 'organization')).toBeNull()
    expect(nameFault('Youtility Inc.', 'organization')).toBe('reserved')
    expect(nameFault('Pay Youtility @ada', 'label')).toBeNull()
    expect(nameFault('Pау', 'label')).toBe('mixed')
  })

  it.each([
    ['Grace Hopper (@grace)', 'Grace Hopper'],
    ['ada@youtility.example', null],
    ['Youtility Support', null],
    ['A\u200bda\u202e\nLovelace\0', 'Ada Lovelace'],
    ['محمد\u200cرضا', 'محمدرضا'],
    ['\u200b', null],
    [undefined, null],
  ])('at the provider, %j, is shown as %j', (name, fit) => expect(fitName(name)).toBe(fit))

  it('is judged fast, however long', () => {
    const before = performance.now()
    for (const part of ['a', 'а', 'ی\u200c', '👩‍', 'y0utlllt ', '\u094d\u200d', '@ '])
      fitName(part.repeat(50_000))
    expect(performance.now() - before).toBeLessThan(1_000)
  })
})

describe('handles that are taken for each other', () => {
  it.each([
    ['ada_', 'ada'],
    ['adrnin', 'admin'],
    ['vvalter', 'walter'],
    ['y0uti1ity', 'youtility'],
    ['g_r_a_c_e', 'grace'],
    ['al1ce', 'alice'],
  ])('%s and %s have one plain form', (one, other) => expect(plainForm(one)).toBe(plainForm(other)))

  it.each([
    ['ada', 'ida', false],
    ['grace', 'grcae', true],
    ['grace', 'gracee', true],
    ['grace', 'grac', true],
    ['grace', 'grape', false],
    ['katherine', 'katharine', true],
    ['katherine', 'kathrein', false],
    ['aabb', 'aab', false],
    ['aaaaa', 'aaaaaa', true],
  ])('%s and %s: near is %s', (word, other, near) => {
    expect(isNear(plainForm(other), plainForm(word))).toBe(near)
    expect(nearForms(plainForm(word)).includes(plainForm(other))).toBe(near)
  })
})
