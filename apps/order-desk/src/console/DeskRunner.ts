import { ApplicationArguments, CommandLineRunner, Component, EnableConfigurationProperties } from '@toolwright/boot';
import { OrderDesk } from '../desk/OrderDesk.js';
import { DeskProperties } from './DeskProperties.js';

/** Answers the question of the command line on standard output. */
@Component()
@EnableConfigurationProperties(DeskProperties)
export class DeskRunner extends CommandLineRunner {
  readonly #desk: OrderDesk;
  readonly #properties: DeskProperties;
  readonly #arguments: ApplicationArguments;

  constructor(desk: OrderDesk, properties: DeskProperties, args: ApplicationArguments) {
    super();
    this.#desk = desk;
    this.#properties = properties;
    this.#arguments = args;
  }

  override async run(): Promise<void> {
    const text = this.#arguments.nonOptionArgs.join(' ').trim();
    if (text === '') return;
    const { customer, confirm } = this.#properties;
    const answer = await this.#desk.answer({
      customerId: customer,
      text,
      confirm: (question) => {
        process.stdout.write(`${question} ${confirm ? 'yes' : 'no'}\n`);
        return confirm;
      },
    });
    process.stdout.write(`${answer.text}\n`);
  }
}
