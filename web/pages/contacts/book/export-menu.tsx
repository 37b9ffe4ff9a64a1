import { Download } from 'lucide-react'
import * as Radix from 'radix-ui/dropdown-menu'
import type { Contact } from '../../../../api/contract/contacts.ts'
import { Button } from '../../../ui/button.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { contactsVcard } from '../files/vcard.ts'
import { t } from '../../../texts/texts.ts'

export const exportCsv = async (contacts: readonly Contact[]): Promise<void> => {
  const { contactsCsv } = await import('../files/csv.ts')
  saveFile('contacts.csv', 'text/csv;charset=utf-8', contactsCsv(contacts))
}
export const exportVcard = (contacts: readonly Contact[]): void =>
  saveFile('contacts.vcf', 'text/vcard;charset=utf-8', contactsVcard(contacts))

const ITEM =
  'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-md px-3 text-[0.9375rem] font-medium outline-none select-none data-highlighted:bg-primary-soft'

/** Saves contacts as CSV or vCard; made on this device, so it works offline. */
export function ExportMenu({
  contacts,
  variant = 'secondary',
  onExported,
}: {
  contacts: readonly Contact[]
  variant?: 'secondary' | 'quiet'
  onExported: (format: 'CSV' | 'vCard') => void
}) {
  return (
    // Not modal, as with Menu: what Radix does to lock scrolling is forbidden by the content security policy.
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>
        <Button
          variant={variant}
          size="sm"
          disabled={contacts.length === 0}
          icon={<Download aria-hidden="true" className="size-4" />}
        >
          {t('Export')}
        </Button>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-30 min-w-44 rounded-control border border-line bg-raised p-1 text-ink shadow-float animate-fade-in"
        >
          <Radix.Item
            className={ITEM}
            onSelect={() => {
              void exportCsv(contacts).then(() => onExported('CSV'))
            }}
          >
            {t('As CSV')}
          </Radix.Item>
          <Radix.Item
            className={ITEM}
            onSelect={() => {
              exportVcard(contacts)
              onExported('vCard')
            }}
          >
            {t('As vCard')}
          </Radix.Item>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
