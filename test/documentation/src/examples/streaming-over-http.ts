// #region server
import { createServer } from 'node:http';
import { sendResponse } from '@toolwright/chat';
// #endregion
// #region use-chat
import { messagesOfUIMessages } from '@toolwright/chat';
// #endregion
import { approvalsOfUIMessages, type ChatClient, type StreamResponseSpec } from '@toolwright/chat';
import { ToolUserError } from '@toolwright/tools';

/** Answers `GET /?question=…`. */
export function serverOf(client: ChatClient, service: object) {
  // #region server
  const server = createServer((incoming, outgoing) => {
    const question = new URL(incoming.url ?? '/', 'http://localhost').searchParams.get('question') ?? '';
    const stream = client.prompt(question).tools(service).stream();
    void sendResponse(stream.toResponse(), outgoing);
  });
  // #endregion
  return server;
}

/** Keeps the tools for itself. */
export function withoutTools(stream: StreamResponseSpec): Response {
  // #region select
  return stream.toResponse({
    select: (event) => (event.type.startsWith('tool-') ? undefined : event),
    errorText: (error) => (error instanceof ToolUserError ? error.message : 'Something went wrong.'),
  });
  // #endregion
}

let client: ChatClient;

/** The client of the route below. */
export function use(given: ChatClient): void {
  client = given;
}

// #region use-chat
export async function POST(request: Request): Promise<Response> {
  const { messages } = (await request.json()) as { messages: unknown[] };
  const stream = client.prompt().messages(messagesOfUIMessages(messages)).stream({ signal: request.signal });
  return stream.toUIMessageStreamResponse();
}
// #endregion

/** Goes on with the turn that was decided about, or begins one. */
export function answer(client: ChatClient, messages: readonly unknown[]): Response {
  // #region approvals
  const approvals = approvalsOfUIMessages(messages);
  const stream = approvals
    ? client.resumeStream(approvals.turnId, approvals.decisions)
    : client.prompt().messages(messagesOfUIMessages(messages)).stream();
  return stream.toUIMessageStreamResponse();
  // #endregion
}
