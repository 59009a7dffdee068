import { IllegalStateException } from '@toolwright/core';
import type { ApprovalRule } from './ApprovalRule.js';
import type { PendingTurn, PendingTurnChange } from './PendingTurn.js';
import { PendingTurnRepository } from './PendingTurnRepository.js';

/** Keeps suspended turns in this process; they end with it. What is expired is dropped when turns are added. */
export class InMemoryPendingTurnRepository extends PendingTurnRepository {
  readonly #turns = new Map<string, PendingTurn>();
  readonly #rules = new Map<string, Map<string, ApprovalRule>>();

  override async create(turn: PendingTurn): Promise<void> {
    if (this.#live(turn.turnId)) throw new IllegalStateException(`Turn '${turn.turnId}' is stored already`);
    for (const [turnId, other] of this.#turns) if (isExpired(other)) this.#turns.delete(turnId);
    this.#turns.set(turn.turnId, copyOf(turn));
  }

  override async find(turnId: string): Promise<PendingTurn | null> {
    const turn = this.#live(turnId);
    return turn ? copyOf(turn) : null;
  }

  override async update(turnId: string, version: number, change: PendingTurnChange): Promise<boolean> {
    const turn = this.#live(turnId);
    if (turn?.version !== version) return false;
    this.#turns.set(turnId, { ...turn, ...copyOf(change), version: version + 1 });
    return true;
  }

  override async delete(turnId: string, version?: number): Promise<boolean> {
    const turn = this.#live(turnId);
    if (!turn || (version !== undefined && turn.version !== version)) return false;
    return this.#turns.delete(turnId);
  }

  override async findByConversationId(conversationId: string): Promise<readonly PendingTurn[]> {
    return [...this.#turns.values()]
      .filter((turn) => turn.conversationId === conversationId && !isExpired(turn))
      .sort((a, b) => a.createdAt - b.createdAt)
      .map((turn) => copyOf(turn));
  }

  override async findLatest(limit: number): Promise<readonly PendingTurn[]> {
    return [...this.#turns.values()]
      .filter((turn) => !isExpired(turn))
      .sort((a, b) => b.createdAt - a.createdAt)
      .slice(0, limit)
      .map((turn) => copyOf(turn));
  }

  override async addRule(conversationId: string, rule: ApprovalRule): Promise<void> {
    let rules = this.#rules.get(conversationId);
    if (!rules) this.#rules.set(conversationId, (rules = new Map<string, ApprovalRule>()));
    for (const [ruleId, other] of rules) if (isExpired(other)) rules.delete(ruleId);
    rules.set(rule.ruleId, copyOf(rule));
  }

  override async findRules(conversationId: string): Promise<readonly ApprovalRule[]> {
    const rules = [...(this.#rules.get(conversationId)?.values() ?? [])];
    return rules.filter((rule) => !isExpired(rule)).map((rule) => copyOf(rule));
  }

  override async deleteByConversationId(conversationId: string): Promise<void> {
    for (const [turnId, turn] of this.#turns) if (turn.conversationId === conversationId) this.#turns.delete(turnId);
    this.#rules.delete(conversationId);
  }

  #live(turnId: string): PendingTurn | undefined {
    const turn = this.#turns.get(turnId);
    return turn && !isExpired(turn) ? turn : undefined;
  }
}

function isExpired({ expiresAt }: { readonly expiresAt: number | null }): boolean {
  return expiresAt !== null && expiresAt <= Date.now();
}

/** What is stored is plain JSON. */
function copyOf<T extends PendingTurnChange | ApprovalRule>(data: T): T {
  return JSON.parse(JSON.stringify(data)) as T;
}
