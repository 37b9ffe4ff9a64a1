import { helpOperations } from '../../api/contract/help.ts'
import { answerOf, fieldOf } from './sources.ts'

/** How the operator can be reached: an e-mail address or an https address; null where none is set. */
export const operatorContact = fieldOf('operator', helpOperations.getOperator, 'contact')

/** All that the operator has set for everybody. */
export const operatorSettings = answerOf('operator-settings', helpOperations.getOperator)
