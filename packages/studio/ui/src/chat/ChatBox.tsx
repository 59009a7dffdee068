import type { ChatRequest, TurnAccepted } from '@toolwright/studio/protocol';
import { Button, Textarea } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { navigate } from '../app/useRoute.js';
import { messageOf, postJson } from '../connection/studioApi.js';
import './chat.css';

/** Sends a message through the application's chat client and opens the turn that it starts. */
export function ChatBox({ conversation }: { conversation: string | undefined }) {
  const [message, setMessage] = useState('');
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<string>();
  const send = () => {
    const text = message.trim();
    if (text === '' || sending) return;
    const request: ChatRequest = {
      message: text,
      ...(conversation === undefined ? {} : { conversationId: conversation }),
    };
    setSending(true);
    setError(undefined);
    postJson<TurnAccepted>('api/chat', request)
      .then(({ turnId }) => {
        setMessage('');
        navigate('turns', turnId);
      })
      .catch((cause: unknown) => setError(messageOf(cause)))
      .finally(() => setSending(false));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className="chat-box"
      aria-label="Start a turn"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        size="sm"
        autosize
        minRows={2}
        maxRows={6}
        aria-label="Message"
        placeholder={conversation === undefined ? 'Ask the application…' : 'Ask in this conversation…'}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        error={error}
        dir="auto"
      />
      <div className="chat-box-foot">
        <span className="dimmed">Enter sends, Shift+Enter breaks the line</span>
        <Button type="submit" size="compact-sm" loading={sending} disabled={message.trim() === ''}>
          Send
        </Button>
      </div>
    </form>
  );
}
