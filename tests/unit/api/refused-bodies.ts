import { randomUUID } from 'node:crypto'
import { bankDetails } from '../../support/deposit-calls.ts'

/** A body, the one field that is then named, and what is said of it. */
export type Refused = readonly [body: object, field: string, sentence?: RegExp | string | undefined]

/** A good body with each of these values in one field. */
const wrong = (
  good: object,
  field: string,
  values: readonly unknown[],
  sentence?: RegExp | string,
): readonly Refused[] => values.map((value) => [{ ...good, [field]: value }, field, sentence])

export const unified = { to_user_identifier: 'grace', currency: 'USD', amount: '1.00' }
export const inCents = { to_user_identifier: 'grace', amount: 100 }
export const ask = { from_user_identifier: 'grace', amount: 10 }
const NOBODY = 'Please specify who to request the transfer from'
const RANGE = 'Amount must be between $1 and $5,000'
const LABEL = 'Enter a label for the device.'
const SIGNS = /without signs/
const ROUTING = 'This is not a valid routing number. Check its nine digits.'
const ACCOUNT = 'An account number has 4 to 17 digits.'
const MISSING = 'Please fill in all bank details'
const config = (device_config: object) => ({ device_config })
const card = { amount: 10_000, currency: 'usd', payment_method_type: 'card' }
const token = { name: 'x', scopes: ['read'], days: 1 }
const pool = { pool_name: 'P', initial_investment_cents: 10_000 }
const proposal = { title: 'T', description: 'D', proposal_type: 'other', voting_days: 3 }
const vote = { proposal_id: randomUUID(), vote_type: 'for' }
const named = { contact_name: 'x' }
const toAda = { to_address: 'ada', transfer_type: 'transfer', amount: '1' }

/** At an order of a device and at a change of it. */
const REFUSED_OF_DEVICES: readonly Refused[] = [
  ...wrong({}, 'device_label', ['  ', ''], LABEL),
  [{ device_label: 5 }, 'device_label', /is a text/],
  [{ device_label: 'x'.repeat(61) }, 'device_label', /at most 60 characters/],
  [{ device_label: 'a\u0000b' }, 'device_label', /control characters/],
  [{ device_type: 'toaster' }, 'device_type', /one of: smartphone, tablet/],
  [{ plan_type: 'gold' }, 'plan_type', /one of: data_only_5gb/],
  [{ plan_type: null }, 'plan_type', /one of/],
  [config({ hotspot_enabled: 'yes' }), 'device_config.hotspot_enabled', /true or false/],
  [config({ preferred_network: 'pigeon' }), 'device_config.preferred_network', /one of: auto/],
  [config({ primary_use: 'fun' }), 'device_config.primary_use', /one of: personal/],
  [config({ turbo: true }), 'device_config.turbo', /not known/],
  [{ status: 'active' }, 'status', /not known/],
]

const REFUSED_OF_CIRCLES: readonly Refused[] = [
  ...wrong({}, 'name', [undefined, '  ', 'x'.repeat(300)]),
  [{ name: 'x', description: 'x'.repeat(201) }, 'description'],
  [{ name: 'x', color: '#000000' }, 'color'],
  [{ name: 'x', member_count: 5 }, 'member_count'],
]

/** Of YUT, for the stake, what is taken back of it, and a transfer. */
const wrongTokens = (good: object): readonly Refused[] => [
  ...wrong(good, 'amount', ['0', '0.000000'], /above zero/),
  ...wrong(good, 'amount', ['-1', '1e3', '1,5', ' ', '', '0x10', '1234567890'], SIGNS),
  ...wrong(good, 'amount', ['1.1234567'], /at most 6 decimals/),
  ...wrong(good, 'amount', [5, null, true, ['1'], { amount: '1' }], /as text/),
  ...wrong(good, 'amount', [undefined], /as text|required/),
]

const WRONG_CENTS = wrong({}, 'amount_cents', [0, -1, 0.5, 1e15, '5', null])

export const REFUSED: Readonly<Record<string, readonly Refused[]>> = {
  transfer: [
    ...wrong(unified, 'amount', [
      1,
      { $gt: 0 },
      undefined,
      '',
      '-1.00',
      '0',
      '0.00',
      '1.001',
      '1e400',
      'NaN',
    ]),
    ...wrong(unified, 'amount', ['Infinity', '0x10', '1,000.00', '١٢', '9'.repeat(1_000)]),
    [{ ...unified, amount: '10000.01' }, 'amount', 'Send at most $10,000 at once.'],
    ...wrong({ ...unified, currency: 'YUT' }, 'amount', ['0.009999', '1.0000001']),
    ...wrong(unified, 'currency', ['EUR', undefined]),
    ...wrong(unified, 'to_user_identifier', [undefined, '  ', ['grace'], 'g'.repeat(321)]),
    ...wrong(unified, 'message', ['x'.repeat(201), 5, 'a\u0000b', '\u001b[2J', 'a\u0085b']),
  ],
  sendTransfer: [
    ...wrong(inCents, 'amount', ['100', 100.5, 99, 1_000_001, -100, 0, null, true, Number.POSITIVE_INFINITY]),
    [{ amount: 100 }, 'to_user_identifier'],
    [{ ...inCents, currency: 'USD' }, 'currency'],
    [{ ...inCents, message: 'x'.repeat(201) }, 'message'],
    ...wrong(inCents, 'description', ['x'.repeat(201), '\u0000']),
  ],
  requestTransfer: [
    ...wrong(ask, 'from_user_identifier', [undefined, '  ', 5], NOBODY),
    ...wrong(ask, 'amount', [0.99, '5000.01'], RANGE),
    ...wrong(ask, 'amount', [undefined, -5, '1.001', 'ten'], /dollars/),
    [{ ...ask, message: 'x'.repeat(201) }, 'message', 'The message can have at most 200 characters.'],
    [{ ...ask, message: 5 }, 'message'],
    [{ ...ask, description: 'x'.repeat(201) }, 'description', /200/],
    [{ ...ask, currency: 'YUT' }, 'currency', /not known/],
  ],
  respondToTransferRequest: [
    ...wrong({}, 'action', [undefined, 'pay', null]),
    [{ action: 'approve', amount: 1 }, 'amount', /not known/],
  ],
  stakeYut: wrongTokens({}),
  unstakeYut: wrongTokens({}),
  transferYut: [
    ...wrongTokens(toAda),
    [{ ...toAda, to_address: ' ' }, 'to_address', 'Please specify the recipient'],
    [{ ...toAda, amount: '0.009999' }, 'amount', /at least/],
    [{ ...toAda, transfer_type: 'gift' }, 'transfer_type'],
  ],
  createProposal: [
    ...wrong(proposal, 'title', [' ', 'x'.repeat(121), 1]),
    ...wrong(proposal, 'description', ['', 'x'.repeat(2_001)]),
    ...wrong(proposal, 'proposal_type', ['law']),
    ...wrong(proposal, 'voting_days', [2, 15, 3.5, '3']),
    ...wrong(proposal, 'creator', ['grace']),
  ],
  voteOnProposal: [...wrong(vote, 'proposal_id', ['x']), ...wrong(vote, 'vote_type', ['maybe', undefined])],
  createPaymentIntent: [
    ...wrong(card, 'amount', [99, 500_001, -100], RANGE),
    ...wrong(card, 'amount', [100.5], 'Amount is a whole number of cents.'),
    ...wrong(card, 'currency', ['eur'], 'Cards are charged in US dollars (usd).'),
    ...wrong(card, 'payment_method_type', ['cash'], 'The payment method type must be card.'),
    ...wrong(card, 'test_card_number', ['4111111111111111'], /Use one of the test cards here, never a card/),
    ...wrong(card, 'description', ['x'.repeat(201)], 'The description can have at most 200 characters.'),
  ],
  saveBankAccount: [
    ...wrong(bankDetails('1'.repeat(9)), 'routing_number', [''], MISSING),
    ...wrong(bankDetails('1'.repeat(9)), 'account_number', ['   '], MISSING),
    ...wrong(bankDetails('1'.repeat(9)), 'account_holder_name', [''], MISSING),
    ...wrong(bankDetails('1'.repeat(9)), 'routing_number', ['110000001', '990000000', '11000000'], ROUTING),
    ...wrong(bankDetails('1'.repeat(9)), 'account_number', ['123', '12345678901234567X'], ACCOUNT),
    ...wrong(bankDetails('1'.repeat(9)), 'account_type', ['brokerage'], 'Choose checking or savings.'),
  ],
  createPool: [
    ...wrong(pool, 'initial_investment_cents', [99_99, 100.5, -100_00, '10000']),
    ...wrong(pool, 'pool_name', ['   ']),
    ...wrong(pool, 'pool_type', ['gold']),
    ...wrong(pool, 'risk_profile', ['reckless']),
    ...wrong(pool, 'target_monthly_yield_cents', [-5]),
  ],
  contributeToPool: WRONG_CENTS,
  withdrawFromPool: WRONG_CENTS,
  createContact: [
    ...wrong({}, 'contact_name', [undefined, '   '], 'Enter a name.'),
    ...wrong({}, 'contact_name', ['x'.repeat(300)], /at most 200 characters/),
    ...wrong({}, 'contact_name', ['a\nb'], /line breaks/),
    ...wrong({}, 'contact_name', [5], /text/),
    ...wrong({}, 'contact_name', ['a\0b'], /control/),
    ...wrong(named, 'contact_handle', ['h'.repeat(101)], /at most 100/),
    ...wrong(named, 'phone_number', ['1'.repeat(41)], /at most 40/),
    ...wrong(named, 'contact_type', ['enemy'], /one of: friend/),
    ...wrong(named, 'status', ['online'], /not known/),
  ],
  updateContact: [
    ...wrong({}, 'contact_name', [' ', undefined]),
    ...wrong({}, 'contact_type', ['x']),
    ...wrong(named, 'id', [randomUUID()]),
  ],
  createCircle: REFUSED_OF_CIRCLES,
  updateCircle: REFUSED_OF_CIRCLES,
  updateProfile: [
    ...wrong({}, 'website_url', ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', ' javascript:alert(1)']),
    ...wrong({}, 'website_url', ['java\nscript:alert(1)', 'javascript://ada.example/%0aalert(1)']),
    ...wrong({}, 'website_url', ['data:text/html,x', 'ftp://ada.example', 'ada.example', '//ada.example', 7]),
    ...wrong({}, 'website_url', ['https://', 'https://user:secret@ada.example', 'https://ada.example/a b']),
    ...wrong({}, 'website_url', [`https://ada.example/${'x'.repeat(300)}`]),
    ...wrong({}, 'phone_endpoint', ['call me', '12', 'javascript:1']),
    ...wrong({}, 'display_name', ['x'.repeat(81), 'two\nlines']),
    ...wrong({}, 'name', ['x'.repeat(121), 'a\u0000b']),
    ...wrong({}, 'organization', ['x'.repeat(121), ['a']]),
    ...wrong({}, 'title', ['x'.repeat(121)]),
    ...wrong({}, 'bio', ['x'.repeat(501), 'bell\u0007']),
    ...wrong({}, 'shared', ['bio']),
    [{ shared: ['bio', 'kyc_status'] }, 'shared.1', 'This field cannot be shared.'],
    ...['handle', 'email', 'kyc_status', 'id'].flatMap((field) => wrong({}, field, ['other'])),
  ],
  changeHandle: wrong({}, 'handle', ['gr', 'x'.repeat(31), 'with space', 'grace!', '', 5]),
  createAccessToken: [
    ...wrong(token, 'name', [' ', 'x'.repeat(41)]),
    ...wrong(token, 'scopes', [[], ['read', 'read']]),
    [{ ...token, scopes: ['admin'] }, 'scopes.0'],
    ...wrong(token, 'days', [0, 366, 1.5, '30']),
    ...wrong(token, 'pay_limit_usd', ['5']),
    ...wrong({ ...token, scopes: ['pay'] }, 'pay_limit_usd', [
      undefined,
      null,
      '0',
      '1000.01',
      '0.001',
      '1e2',
    ]),
  ],
  issueCredential: wrong(
    {},
    'credentialType',
    ['AdminCredential', '', 7, undefined],
    'The type is YoutilityMemberCredential or ProfileCredential.',
  ),
  provisionProfile: [
    ...REFUSED_OF_DEVICES,
    [{ device_info: { model: 'x'.repeat(81) } }, 'device_info.model', /at most 80/],
    [{ iccid: '89' }, 'iccid', /not known/],
  ],
  updateEsimProfile: [
    ...REFUSED_OF_DEVICES.map(([body, field, sentence]): Refused => [
      { ...(field !== 'device_label' && { device_label: 'Phone' }), ...body },
      field,
      sentence,
    ]),
    [{}, 'device_label', /Change at least one/],
    [{ plan_name: 'Standard', monthly_cost_cents: 3_500 }, 'plan_type', 'Choose a plan.'],
    [{ plan_type: 'standard', monthly_cost_cents: 0.5 }, 'monthly_cost_cents', /whole number of cents/],
  ],
}
