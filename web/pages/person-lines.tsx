import type { Person } from '../../api/contract/person.ts'

/** A member where two lines are given to them: the name, and the handle beneath it. `personText` writes both in one. */
export function PersonLines({ name, handle }: Person) {
  return (
    <>
      <bdi translate="no" className="block font-bold">
        {name}
      </bdi>
      {handle !== '' && (
        <bdi translate="no" className="block">
          @{handle}
        </bdi>
      )}
    </>
  )
}
