// Rows of the tables whose acts are not read right yet. The list may only get shorter.

export const KNOWN_MISSES: Readonly<Record<string, readonly string[]>> = {
  'requests.en': ['req-en-120', 'req-en-126', 'req-en-127'],
  'requests.de': [
    'req-de-034',
    'req-de-036',
    'req-de-078',
    'req-de-088',
    'req-de-101',
    'req-de-110',
    'req-de-122',
    'req-de-126',
    'req-de-128',
    'req-de-130',
    'req-de-143',
    'req-de-146',
    'req-de-148',
    'req-de-150',
  ],
  'requests.es': ['req-es-010', 'req-es-014', 'req-es-024', 'req-es-044', 'req-es-058', 'req-es-074'],
  'requests.fr': ['req-fr-002', 'req-fr-014', 'req-fr-054'],
  'ordinary-requests.en': [
    'ord-en-040',
    'ord-en-049',
    'ord-en-057',
    'ord-en-064',
    'ord-en-076',
    'ord-en-086',
  ],
  'ordinary-requests.de': ['ord-de-036', 'ord-de-040'],
}
