import { Metadata, status, type sendUnaryData, type ServerUnaryCall } from '@grpc/grpc-js'
import messages from '@eventstore/db-client/generated/users_pb.js'

/** Making users and setting their passwords; who asks is not looked at. */
export const usersHandlers = (users: Map<string, string>) => ({
  create: (
    { request }: ServerUnaryCall<messages.CreateReq, messages.CreateResp>,
    answer: sendUnaryData<messages.CreateResp>,
  ) => {
    const name = request.getOptions()?.getLoginName() ?? ''
    if (users.has(name)) {
      const metadata = new Metadata()
      metadata.set('exception', 'user-conflict')
      answer({ code: status.FAILED_PRECONDITION, details: 'Conflict.', metadata })
      return
    }
    users.set(name, request.getOptions()?.getPassword() ?? '')
    answer(null, new messages.CreateResp())
  },
  resetPassword: (
    { request }: ServerUnaryCall<messages.ResetPasswordReq, messages.ResetPasswordResp>,
    answer: sendUnaryData<messages.ResetPasswordResp>,
  ) => {
    users.set(request.getOptions()?.getLoginName() ?? '', request.getOptions()?.getNewPassword() ?? '')
    answer(null, new messages.ResetPasswordResp())
  },
})
