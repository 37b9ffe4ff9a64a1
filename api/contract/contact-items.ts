import { CircleAnswer, ContactAnswer } from './contact-operations.ts'
import { ById } from './fields.ts'
import { defineOperations, member } from './operation.ts'

/** For programs: the app has all contacts and circles, so these are not in what it loads. */
export const contactItemOperations = defineOperations({
  getContact: member.get('/api/contacts/{id}', {
    summary: 'A contact, with the entity tag that `If-Match` takes when it is changed',
    params: ById,
    response: ContactAnswer,
  }),
  getCircle: member.get('/api/contact-circles/{id}', {
    summary: 'A circle, with the entity tag that `If-Match` takes when it is changed',
    params: ById,
    response: CircleAnswer,
  }),
})
