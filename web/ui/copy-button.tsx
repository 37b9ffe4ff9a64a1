import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { memberAnswer } from './browser-answer.ts'
import { Button, type ButtonLook } from './button.tsx'
import { t } from '../texts/texts.ts'

const FEEDBACK_MS = 2000

/** Copies a text and confirms it for two seconds. */
export function CopyButton({
  text,
  label = t('Copy'),
  copiedLabel = t('Copied!'),
  variant = 'secondary',
  size = 'sm',
}: { text: string; label?: string; copiedLabel?: string } & Pick<ButtonLook, 'variant' | 'size'>) {
  const [outcome, setOutcome] = useState<'idle' | 'copied' | 'refused'>('idle')
  useEffect(() => {
    if (outcome === 'idle') return
    const timer = setTimeout(() => setOutcome('idle'), FEEDBACK_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => {
    try {
      await memberAnswer(navigator.clipboard.writeText(text))
      setOutcome('copied')
    } catch (error) {
      console.error('The browser refused to copy', error)
      setOutcome('refused')
    }
  }
  const says = { idle: label, copied: copiedLabel, refused: t('Copying is not allowed here') }[outcome]
  return (
    <>
      <Button
        variant={variant}
        size={size}
        icon={outcome === 'copied' ? <Check /> : <Copy />}
        onClick={() => void copy()}
      >
        {says}
      </Button>
      <output className="sr-only">{outcome === 'idle' ? '' : says}</output>
    </>
  )
}
