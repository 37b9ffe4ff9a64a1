const READ_MODEL =
  /\b(?:from|join|into|update|table|truncate|only)\s+(?:"?read(?:_[0-9a-f]{8})?"?|\$\{READ_SCHEMA\})\."?\w/i

/** Whether the source has SQL that reads or changes a table of the read models. */
export const readModelSql = (source: string): boolean => READ_MODEL.test(source)
