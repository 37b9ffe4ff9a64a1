import type { AccessScope } from '../contract/access-tokens.ts'
import type { operations } from '../contract/operations.ts'

type Id = keyof typeof operations

/**
 * What an access token with a scope may call. Nothing else: an operation that is new is closed to tokens until it
 * stands here. Left out on purpose: whatever needs a fresh sign-in, shows a secret, or is about sign-in, tokens,
 * blocked members and where notifications go; money that moves in any way but to another member.
 */
const OPERATIONS: Readonly<Record<AccessScope, readonly Id[]>> = {
  read: [
    'getBalancesAsOf',
    'getBill',
    'getBillForecast',
    'getCurrentUsage',
    'getCurrentUser',
    'getDailyLimit',
    'getDailyUsage',
    'getDashboard',
    'getDeposit',
    'getDepositByKey',
    'getMarket',
    'getNotificationCounts',
    'getOutcomeByKey',
    'getPaymentOptions',
    'getPlans',
    'getPool',
    'getProfile',
    'getReceipt',
    'getReceiptOf',
    'getStatement',
    'getStatementAsOf',
    'getStream',
    'getTransfer',
    'getTransferByKey',
    'getTransferRequestByKey',
    'getWallet',
    'getWalletInsights',
    'getWithdrawal',
    'getWithdrawalOptions',
    'getYutBalance',
    'listBills',
    'listNotifications',
    'listPoolActivity',
    'listPools',
    'listProposals',
    'listStatements',
    'listTelecomActivity',
    'listTransactions',
    'listTransferRequests',
    'listWithdrawals',
    'listYutTransactions',
  ],
  contacts: [
    'addCircleMember',
    'addCircleMembers',
    'createCircle',
    'createContact',
    'deleteCircle',
    'deleteContact',
    'deleteContacts',
    'getCircle',
    'getContact',
    'importContacts',
    'listBookActivity',
    'listCircleMembers',
    'listCircles',
    'listContacts',
    'removeCircleMember',
    'updateCircle',
    'updateContact',
  ],
  pay: ['getOutcomeByKey', 'getTransferByKey', 'lookupMember', 'sendTransfer', 'transfer'],
}

const scopes: readonly AccessScope[] = ['read', 'contacts', 'pay']

/** The scopes of which each is enough for an operation; none: no token may call it. */
export const scopesFor = (operationId: string): readonly AccessScope[] =>
  scopes.filter((scope) => OPERATIONS[scope].some((id) => id === operationId))
