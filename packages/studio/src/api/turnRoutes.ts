import { invalid, notFound } from '../http/RequestProblem.js';
import { type ApiRequest, answer, type Route } from '../http/Route.js';
import type {
  ApprovalRequest,
  ConversationPage,
  TextPart,
  TurnAccepted,
  TurnDetails,
  TurnPage,
} from '../protocol/index.js';
import type { RecordedTurn } from '../recording/RecordedTurn.js';
import { cutAt } from '../recording/StoredText.js';
import type { Studio } from '../Studio.js';
import { findText } from '../view/findText.js';
import { TokenCosts } from '../view/TokenCosts.js';
import { turnDetails } from '../view/turnDetails.js';
import { turnSummary } from '../view/turnSummary.js';
import { APPROVAL_SCHEMA } from './bodySchemas.js';
import { checkBody } from './checkBody.js';
import { pageOf, wholeNumber } from './pageOf.js';
import { StudioRuns } from './StudioRuns.js';

/** UTF-16 units of each text that the details of a turn carry. */
const DETAILS_TEXT = 16_384;
/** UTF-16 units of a part of a long text, unless the page asks for fewer. */
const PART_TEXT = 262_144;

/** What pages ask about turns. */
export function turnRoutes(studio: Studio, signal: AbortSignal): readonly Route[] {
  const { store, content, log, waiting } = studio;
  const runs = new StudioRuns(studio, signal);

  function turnOf({ params }: ApiRequest): RecordedTurn {
    const turn = store.find(params['id'] ?? '');
    if (!turn) throw notFound('There is no such turn, or it was forgotten for newer ones.');
    return turn;
  }

  return [
    {
      method: 'GET',
      path: '/api/conversations',
      handle: async ({ query }) => {
        await waiting?.refresh();
        const { items, nextCursor, total } = store.conversations(pageOf(query));
        const writer = content.writer(DETAILS_TEXT);
        return answer({
          conversations: items.map((item) => ({ ...item, lastTurn: turnSummary(item.lastTurn, writer) })),
          nextCursor,
          total,
        } satisfies ConversationPage);
      },
    },
    {
      method: 'GET',
      path: '/api/turns',
      handle: async ({ query }) => {
        await waiting?.refresh();
        const conversation = query.get('conversation');
        const conversationId = conversation === null ? undefined : conversation || null;
        const eventId = log.lastId;
        const { items, nextCursor, total } = store.page({ ...pageOf(query), conversationId });
        const writer = content.writer(DETAILS_TEXT);
        const turns = items.map((turn) => turnSummary(turn, writer));
        return answer({ turns, nextCursor, total, eventId } satisfies TurnPage);
      },
    },
    {
      method: 'GET',
      path: '/api/turns/:id',
      handle: async (request) => {
        turnOf(request);
        const costs = await TokenCosts.load();
        const turn = turnOf(request);
        const refusal = turn.pending.length > 0 ? (runs.refusalOf(turn)?.message ?? null) : null;
        const details = turnDetails(turn, content.writer(DETAILS_TEXT), costs, log.lastId, refusal);
        return answer(details satisfies TurnDetails);
      },
    },
    {
      method: 'GET',
      path: '/api/turns/:id/text',
      handle: (request) => {
        const turn = turnOf(request);
        if (!content.visible) throw notFound('Texts are not sent while content is hidden.');
        const ref = request.query.get('ref') ?? '';
        const stored = findText(turn, ref);
        if (!stored) throw notFound('The turn has no such text.');
        const offset = wholeNumber(request.query, 'offset', 0);
        const length = Math.min(wholeNumber(request.query, 'length', PART_TEXT), PART_TEXT);
        if (length === 0) throw invalid('length must be at least 1.');
        const rest = stored.text.slice(offset, offset + length + 1);
        // A single unit is given as it is, or nobody would ever get past it.
        const text = rest.slice(0, cutAt(rest, length) || length);
        return answer({
          ref,
          offset,
          text,
          stored: stored.text.length,
          length: stored.length,
        } satisfies TextPart);
      },
    },
    {
      method: 'POST',
      path: '/api/turns/:id/approvals',
      handle: async (request) => {
        const turn = turnOf(request);
        const { decisions } = await checkBody<ApprovalRequest>(await request.body(), APPROVAL_SCHEMA);
        const { id } = await runs.resume(turn, decisions);
        return answer({ turnId: id } satisfies TurnAccepted, 202);
      },
    },
  ];
}
