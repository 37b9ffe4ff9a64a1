/** One of a contact's phone numbers in an address book. */
export interface PhoneCandidate {
  readonly number: string
  /** Its label in lower case: "cell", "home fax", "mobile phone"; in English or the language of an Outlook export. */
  readonly kind: string
  /** 1 is the most preferred; 101 when the file gives no preference (RFC 6350, 5.3 allows 1 to 100). */
  readonly preference: number
}

export const NO_PREFERENCE = 101

const NOT_FOR_CALLS =
  /fax|faks|факс|пейджер|телекс|팩스|호출기|传真|寻呼|t[eé]l[eé]copie|傳真|ファックス|pager|ポケットベル|呼叫器|cercapersone|localizador|buscapersonas|semafoon|modem|bbs|isdn|telex|textphone|tty|tdd|x400/
const MOBILE =
  /cell|celul|mobi[le]|iphone|handy|m[oó]vil|portable|komórk|携帯|行動|моб|휴대|移动|手机|κινητό|\bcep\b/
/** Used only if there is no better number: somebody else may answer. */
const LESS_PREFERRED =
  /assistant|assistent|company main|main company|callback|radio|car phone|autotelefon|firma haupt|asistente|asystent|asistent|助理|回撥|汽車|公司代表|コールバック|自動車|помощник|비서|terugbel|hoofdtelefoon bedrijf|msg/

/** 0 is the best number to call; null: not a number for calls. */
const rank = ({ kind }: PhoneCandidate): number | null => {
  if (NOT_FOR_CALLS.test(kind)) return /voice|cell|mobil/.test(kind) ? 3 : null
  if (MOBILE.test(kind)) return 0
  return LESS_PREFERRED.test(kind) ? 2 : 1
}

/** The best number to call: mobile numbers first, then by preference, then in file order; empty if there is none. */
export const numberToCall = (candidates: readonly PhoneCandidate[]): string => {
  const callable = candidates.flatMap((candidate) => {
    const order = rank(candidate)
    return order === null || candidate.number.trim() === '' ? [] : [{ ...candidate, order }]
  })
  const [best] = callable.toSorted(
    (one, other) => one.order - other.order || one.preference - other.preference,
  )
  return best?.number.trim() ?? ''
}
