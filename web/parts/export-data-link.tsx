import { Download } from 'lucide-react'
import { profileOperations } from '../../api/contract/profile.ts'
import { call } from '../data/client.ts'
import { EXPORT_URL } from '../data/profile.ts'
import { buttonClass } from '../ui/button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { useToast } from '../ui/toast.tsx'
import { sentenceOf } from '../data/errors.ts'
import { t } from '../texts/texts.ts'

const FILE = 'youtility-identity-data.json'

/** Saves all data about the member. Fetched by the app, so that a refusal is shown and not saved as the file. */
export function ExportDataLink({ wide = false }: { wide?: boolean }) {
  const toast = useToast()
  const save = async () => {
    try {
      const { data } = await call(profileOperations.exportIdentityData, {})
      saveFile(FILE, 'application/json', JSON.stringify(data))
    } catch (error) {
      toast({
        tone: 'debit',
        title: sentenceOf(error, t('Your data could not be exported. Please try again.')),
      })
    }
  }
  return (
    <a
      href={EXPORT_URL}
      download={FILE}
      className={buttonClass({ variant: 'secondary', wide })}
      onClick={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Download />
      {t('Export Identity Data')}
    </a>
  )
}
