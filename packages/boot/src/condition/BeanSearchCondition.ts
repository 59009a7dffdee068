import type { AbstractClassType } from '@toolwright/core';
import { type BeanSearch, BeanSearchTerms } from './BeanSearch.js';
import { Condition } from './Condition.js';

/** A condition on the beans that are registered so far. */
export abstract class BeanSearchCondition extends Condition {
  /** What is searched for. */
  protected readonly terms: BeanSearchTerms;

  /** @param search types and names; default: the declared type */
  constructor(...search: (AbstractClassType | BeanSearch)[]) {
    super();
    this.terms = new BeanSearchTerms(search);
  }

  override get phase(): 'bean' {
    return 'bean';
  }
}
