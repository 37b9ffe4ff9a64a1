import { Download } from 'lucide-react'
import type { Contact } from '../../../../api/contract/contacts.ts'
import { Menu } from '../../../ui/menu.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { t } from '../../../texts/texts.ts'

const exportCsv = async (contacts: readonly Contact[]): Promise<void> => {
  const { contactsCsv } = await import('../files/csv.ts')
  saveFile('contacts.csv', 'text/csv;charset=utf-8', contactsCsv(contacts))
}
export const exportVcard = async (contacts: readonly Contact[]): Promise<void> => {
  const { contactsVcard } = await import('../files/vcard.ts')
  saveFile('contacts.vcf', 'text/vcard;charset=utf-8', contactsVcard(contacts))
}

/** Exports contacts as CSV or vCard; the file is made on this device, so it works offline. */
export function ExportMenu({
  contacts,
  onExported,
}: {
  contacts: readonly Contact[]
  onExported: (format: 'CSV' | 'vCard') => void
}) {
  return (
    <Menu
      label={t('Export')}
      button={{
        variant: 'secondary',
        size: 'sm',
        disabled: contacts.length === 0,
        icon: <Download />,
      }}
      items={[
        {
          label: t('As CSV'),
          onSelect: () => void exportCsv(contacts).then(() => onExported('CSV')),
        },
        {
          label: t('As vCard'),
          onSelect: () => void exportVcard(contacts).then(() => onExported('vCard')),
        },
      ]}
    />
  )
}
