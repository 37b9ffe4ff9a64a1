import {
  CreditCard,
  Ellipsis,
  HandHelping,
  Plus,
  QrCode,
  Send as SendIcon,
  SendHorizontal,
  UsersRound,
} from 'lucide-react'
import type { ComponentProps, RefObject } from 'react'
import { usePhone } from '../../parts/use-phone.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { RoundAction } from '../../ui/round-action.tsx'
import type { AddFunds } from '../deposits/add-funds.tsx'
import type { Send } from './send/send-place.tsx'
import { meant, t } from '../../texts/texts.ts'

interface ActionsProps {
  readonly send: Send
  readonly funds: AddFunds
  readonly openLink: (from: HTMLElement) => void
  readonly askTogether: (from: HTMLElement) => void
  readonly sendButton: RefObject<HTMLButtonElement | null>
  readonly addButton: RefObject<HTMLButtonElement | null>
}

function MoreAction(opener: ComponentProps<'button'>) {
  return (
    <RoundAction {...opener} icon={<Ellipsis />} className="grow">
      {t('More')}
    </RoundAction>
  )
}

/** What the wallet is for: beside its headline, on phones four round actions below the balance. */
export function WalletActions({ send, funds, openLink, askTogether, sendButton, addButton }: ActionsProps) {
  const sendAny = (from: HTMLElement) => send.start(from, { variant: 'any' })
  const addUsd = (from: HTMLElement) => funds.start(from, 'card')
  if (usePhone())
    return (
      <div className="grid grid-cols-4 gap-2">
        <RoundAction
          ref={sendButton}
          icon={<SendIcon />}
          tone="bg-primary text-on-primary"
          aria-label={t('Send Funds')}
          onClick={(event) => send.start(event.currentTarget)}
        >
          {meant('an action', 'Send')}
        </RoundAction>
        <RoundAction
          icon={<HandHelping />}
          onClick={(event) => funds.start(event.currentTarget, 'internal_transfer')}
        >
          {meant('an action', 'Request')}
        </RoundAction>
        <RoundAction ref={addButton} icon={<Plus />} onClick={(event) => funds.start(event.currentTarget)}>
          {t('Add Funds')}
        </RoundAction>
        <Menu
          label={t('More')}
          Trigger={MoreAction}
          items={[
            { label: t('Ask Together'), icon: <UsersRound />, onSelect: askTogether },
            { label: t('Payment Link'), icon: <QrCode />, onSelect: openLink },
            { label: t('Send Any Currency'), icon: <SendHorizontal />, onSelect: sendAny },
            { label: t('Add USD'), icon: <CreditCard />, onSelect: addUsd },
          ]}
        />
      </div>
    )
  return (
    <div className="flex flex-wrap gap-3 *:whitespace-nowrap">
      <Button ref={sendButton} icon={<SendIcon />} onClick={(event) => send.start(event.currentTarget)}>
        {t('Send Funds')}
      </Button>
      <Button
        ref={addButton}
        variant="secondary"
        icon={<Plus />}
        onClick={(event) => funds.start(event.currentTarget)}
      >
        {t('Add Funds')}
      </Button>
      <Button variant="quiet" icon={<QrCode />} onClick={(event) => openLink(event.currentTarget)}>
        {t('Payment Link')}
      </Button>
      <Button variant="quiet" onClick={(event) => sendAny(event.currentTarget)}>
        {t('Send Any Currency')}
      </Button>
      <Button variant="quiet" onClick={(event) => addUsd(event.currentTarget)}>
        {t('Add USD')}
      </Button>
    </div>
  )
}
