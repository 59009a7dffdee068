const WORD = /[A-Z]+(?![a-z])|[A-Z]?[^A-Z\s_-]+/g;

/**
 * The name of an advisor in snake case, without a word that says that it is one (OB-105): `SimpleLoggerAdvisor` and
 * `Simple Logger Advisor` become `simple_logger` (OB-106).
 */
export function advisorSpanName(advisorName: string): string {
  const words = advisorName.match(WORD) ?? [];
  return words.join('_').toLowerCase().replaceAll('_around_advisor', '').replaceAll('_advisor', '') || 'advisor';
}
