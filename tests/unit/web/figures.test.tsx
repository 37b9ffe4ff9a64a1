import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Fact } from '../../../web/ui/facts.tsx'
import { FigureTable } from '../../../web/ui/figure-table.tsx'
import { Stat } from '../../../web/ui/stat.tsx'
import { Table } from '../../../web/ui/table.tsx'

const COLUMNS = [{ key: 'data', header: 'Data', cell: String }]
const ROWS = [{ id: 'today', heading: 'Today', figures: ['2.1 GB'] }]

describe('a value with its unit', () => {
  it.each<readonly [string, () => ReactElement]>([
    ['a fact', () => <Fact name="Data">2.1 GB</Fact>],
    ['a figure', () => <Stat label="Data" value="2.1 GB" />],
    ['a table', () => <Table caption="Data" columns={COLUMNS} rows={['2.1 GB']} rowKey={String} />],
    ['a chart’s table', () => <FigureTable summary="" caption="" columns={['', 'Data']} rows={ROWS} />],
  ])('is not turned around in a line from right to left: %s', (_where, element) => {
    expect(renderToStaticMarkup(element())).toContain('<bdi translate="no">2.1 GB</bdi>')
  })

  it('says that it could not be loaded, and nothing while it may still come', () => {
    expect(renderToStaticMarkup(<Stat label="Data" value={null} />)).toContain('—')
    expect(renderToStaticMarkup(<Stat label="Data" value={undefined} />)).not.toContain('—')
  })
})
