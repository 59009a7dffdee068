import { BootApplication } from '@toolwright/boot';
import { DeskRunner } from './console/DeskRunner.js';
import { OrderDesk } from './desk/OrderDesk.js';
import { OrderBook } from './orders/OrderBook.js';
import { OrderTools } from './orders/OrderTools.js';

/** The order desk: a model with three tools that serve one customer each. */
@BootApplication({ components: [OrderBook, OrderTools, OrderDesk, DeskRunner] })
export class OrderDeskApplication {}
