const READ_MODEL = /\b(?:from|join|into|update|table|truncate|only)\s+"?read"?\."?\w/i

/** Whether there is SQL in it that reads or changes a table of the read models. */
export const readModelSql = (source: string): boolean => READ_MODEL.test(source)
