/** What happens to keys that a tool's schema does not know: dropped with a log line, or held against the model (MT-25). */
export type UnknownArguments = 'ignore' | 'reject';
