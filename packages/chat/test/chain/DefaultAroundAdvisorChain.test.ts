import { describe, expect, it } from '@jest/globals';
import { ChatClientRequest, DefaultAroundAdvisorChain } from '@toolwright/chat';
import { IllegalArgumentException, IllegalStateException } from '@toolwright/core';
import { Prompt } from '@toolwright/model';
import { PassingAdvisor } from '../support/advisors.js';
import { collect } from '../support/models.js';
import { ownAdvisorConvention, recorded } from '../support/observations.js';

const [advisor1, advisor2, advisor3, advisor4] = [1, 2, 3, 4].map(
  (order) => new PassingAdvisor(`advisor${order}`, order),
) as [PassingAdvisor, PassingAdvisor, PassingAdvisor, PassingAdvisor];
const request = ChatClientRequest.builder().prompt(new Prompt('question')).build();

function chainOf(...advisors: readonly PassingAdvisor[]): DefaultAroundAdvisorChain {
  return DefaultAroundAdvisorChain.builder().pushAll(advisors).build();
}

describe('DefaultAroundAdvisorChain', () => {
  it('[AD-08] refuses a missing request and an empty rest', async () => {
    const missing = new IllegalArgumentException('the chatClientRequest cannot be null');
    await expect(chainOf(advisor1).nextCall(null as never)).rejects.toThrow(missing);
    const ofNothing = chainOf(advisor1).nextStream(null as never);
    await expect(collect(ofNothing)).rejects.toThrow(missing);

    await expect(chainOf().nextCall(request)).rejects.toThrow(
      new IllegalStateException('No CallAdvisors available to execute'),
    );
    const stream = chainOf().nextStream(request);
    await expect(collect(stream)).rejects.toThrow(new IllegalStateException('No StreamAdvisors available to execute'));
    await expect(chainOf(advisor1).nextCall(request)).rejects.toThrow('No CallAdvisors available to execute');
  });

  it('[AD-09] copies the advisors behind one, and lists all as it was built', async () => {
    const three = chainOf(advisor1, advisor2, advisor3);
    expect(three.copy(advisor1).callAdvisors).toEqual([advisor2, advisor3]);
    expect(three.callAdvisors).toEqual([advisor1, advisor2, advisor3]);
    const four = chainOf(advisor1, advisor2, advisor3, advisor4);
    expect(four.copy(advisor2).callAdvisors).toEqual([advisor3, advisor4]);
    expect(four.copy(advisor2).streamAdvisors).toEqual([advisor3, advisor4]);
    expect(four.copy(advisor4).callAdvisors).toEqual([]);
    expect(four.copy(advisor4).streamAdvisors).toEqual([]);
    expect(four.streamAdvisors).toEqual([advisor1, advisor2, advisor3, advisor4]);

    await four.nextCall(request).catch(() => undefined);
    await collect(four.nextStream(request)).catch(() => undefined);
    expect(four.callAdvisors).toEqual([advisor1, advisor2, advisor3, advisor4]);
    expect(four.streamAdvisors).toEqual([advisor1, advisor2, advisor3, advisor4]);
  });

  it('[AD-09] shares registry and convention with its copies', async () => {
    const { handler, registry } = recorded();
    const chain = DefaultAroundAdvisorChain.builder(registry)
      .observationConvention(ownAdvisorConvention)
      .pushAll([advisor1, advisor2, advisor3])
      .build();
    await chain
      .copy(advisor2)
      .nextCall(request)
      .catch(() => undefined);
    await collect(chain.copy(advisor1).nextStream(request)).catch(() => undefined);
    expect(handler.started.map(({ name, contextualName }) => [name, contextualName])).toEqual([
      ['own.advisor', 'own advisor3'],
      ['own.advisor', 'own advisor2'],
      ['own.advisor', 'own advisor3'],
    ]);
  });

  it('[AD-10] refuses missing and unknown advisors', () => {
    const refused = (message: string): IllegalArgumentException => new IllegalArgumentException(message);
    const chain = chainOf(advisor1);
    const stranger = new PassingAdvisor('notInChain', 0);
    expect(() => chain.copy(null as never)).toThrow(refused('The after advisor must not be null'));
    expect(() => chain.copy(stranger)).toThrow(refused('The specified advisor is not part of the chain: notInChain'));
    expect(() => DefaultAroundAdvisorChain.builder(null as never)).toThrow(
      refused('the observationRegistry must be non-null'),
    );
    const builder = DefaultAroundAdvisorChain.builder();
    expect(() => builder.push(null as never)).toThrow(refused('the advisor must be non-null'));
    expect(() => builder.pushAll(null as never)).toThrow(refused('the advisors must be non-null'));
    expect(() => builder.pushAll([advisor1, null as never])).toThrow(
      refused('the advisors must not contain null elements'),
    );
  });

  it('[AD-11] is extended through a builder, sorted, without changing', () => {
    const chain = chainOf(advisor3, advisor1);
    const extended = chain.mutate().push(advisor2).build();
    expect(extended.callAdvisors).toEqual([advisor1, advisor2, advisor3]);
    expect(extended.streamAdvisors).toEqual([advisor1, advisor2, advisor3]);
    expect(chain.callAdvisors).toEqual([advisor1, advisor3]);
    expect(chain.streamAdvisors).toEqual([advisor1, advisor3]);
  });
});
