import { type ChoiceCase, defineTool } from './defineTool.js';

const s = (description: string) => ({ type: 'string', description });
const n = (description: string) => ({ type: 'number', description });
const i = (description: string) => ({ type: 'integer', description });
const date = (description: string) => ({ type: 'string', format: 'date', description });

/** Tools of a warehouse and its shipping desk. */
export const warehouseTools = [
  defineTool('getStockLevel', 'Returns how many units of an article are in stock.', { sku: s('Article number (SKU)') }),
  defineTool('reserveStock', 'Reserves units of an article for a customer order.', {
    sku: s('Article number (SKU)'),
    quantity: i('Number of units to reserve'),
  }),
  defineTool('releaseReservation', 'Releases an earlier reservation so that the units can be sold again.', {
    reservationId: s('Reservation number'),
  }),
  defineTool('trackParcel', 'Shows where a parcel is and when it will be delivered.', {
    trackingNumber: s('Tracking number of the parcel'),
  }),
  defineTool('createShipment', 'Creates a shipment for an order and books a carrier.', {
    orderId: s('Order number'),
    carrier: { type: 'string', enum: ['dhl', 'ups', 'fedex'], description: 'Carrier that collects the shipment' },
  }),
  defineTool('cancelShipment', 'Cancels a shipment that has not left the building.', {
    shipmentId: s('Shipment number'),
  }),
  defineTool('quoteFreight', 'Estimates the freight price for a load between two cities.', {
    origin: s('City where the load is collected'),
    destination: s('City where the load goes'),
    weightKg: n('Weight of the load in kilograms'),
  }),
  defineTool('findSuppliers', 'Searches the supplier directory by free text.', {
    query: s('What the supplier should offer'),
    limit: { ...i('Maximum number of suppliers to return'), optional: true as const },
  }),
  defineTool('listWarehouses', 'Lists all warehouses with their addresses.'),
  defineTool('getWarehouseCapacity', 'Returns the free pallet places of one warehouse.', {
    warehouse: s('Name of the warehouse, a city'),
  }),
  defineTool('movePallet', 'Moves a pallet from one bay to another.', {
    palletId: s('Pallet number'),
    fromBay: s('Bay where the pallet stands now'),
    toBay: s('Bay where the pallet should go'),
  }),
  defineTool('convertWeight', 'Converts a weight from one unit to another.', {
    value: n('The weight to convert'),
    from: { type: 'string', enum: ['kilogram', 'pound', 'ounce', 'tonne'], description: 'Unit of the given weight' },
    to: { type: 'string', enum: ['kilogram', 'pound', 'ounce', 'tonne'], description: 'Unit of the result' },
  }),
  defineTool('computeVolume', 'Computes the volume of a box from its three sides.', {
    length: n('Length in centimetres'),
    width: n('Width in centimetres'),
    height: n('Height in centimetres'),
  }),
  defineTool('scheduleDelivery', 'Schedules the delivery of an order on a day.', {
    orderId: s('Order number'),
    day: date('Day of the delivery'),
  }),
  defineTool('listLateOrders', 'Lists the orders that are overdue since a day.', {
    since: date('First day to look at'),
  }),
  defineTool('getOrderStatus', 'Returns the status of a customer order.', { orderId: s('Order number') }),
  defineTool('addCustomerNote', 'Adds a note to the file of a customer.', {
    customer: s('Name of the customer'),
    note: s('Text of the note'),
  }),
  defineTool('sendInvoice', 'Sends the invoice of an order by e-mail.', {
    orderId: s('Order number'),
    email: { ...s('Address of the recipient'), format: 'email' },
  }),
  defineTool('readManifest', 'Reads a cargo manifest file and returns its lines.', {
    path: s('Path of the manifest file'),
  }),
  defineTool('importPriceList', 'Imports a price list from a web address.', {
    url: { ...s('Address of the list'), format: 'uri' },
  }),
  defineTool('sumQuantities', 'Adds up a list of quantities.', {
    quantities: { type: 'array', items: { type: 'number' }, description: 'The quantities to add up' },
  }),
  defineTool('printLabel', 'Prints a shipping label.', {
    shipmentId: s('Shipment number'),
    size: { type: 'string', enum: ['small', 'medium', 'large'], description: 'Size of the label' },
    copies: { ...i('Number of copies'), optional: true as const },
  }),
  defineTool('getForkliftBattery', 'Returns the charge of the battery of a forklift.', {
    forklift: i('Number of the forklift'),
  }),
  defineTool('openDockDoor', 'Opens a dock door.', { door: i('Number of the door') }),
  defineTool('setDockTemperature', 'Sets the temperature of the cold dock.', {
    celsius: n('Temperature in degrees Celsius'),
  }),
  defineTool('reportDamage', 'Reports a damaged article with a description of what happened.', {
    sku: s('Article number (SKU)'),
    description: s('What happened'),
  }),
  defineTool('upperCaseText', 'Turns a text into capital letters.', { text: s('The text') }),
  defineTool('estimateCustomsDuty', 'Estimates the customs duty for goods entering a country.', {
    country: s('Country of import'),
    goodsValue: n('Value of the goods in euros'),
  }),
];

/** Written before the model was tuned. */
export const warehouseCases: readonly ChoiceCase[] = [
  ['How many units of SKU-4711 do we have in stock?', 'getStockLevel', { sku: 'SKU-4711' }],
  ['Reserve 12 units of article AB-99', 'reserveStock', { sku: 'AB-99', quantity: 12 }],
  ['Please release reservation R-2231', 'releaseReservation', { reservationId: 'R-2231' }],
  ['Where is parcel 1Z999AA10123456784?', 'trackParcel', { trackingNumber: '1Z999AA10123456784' }],
  ['Create a shipment with DHL for order 5501', 'createShipment', { orderId: '5501', carrier: 'dhl' }],
  ['cancel shipment SH-77', 'cancelShipment', { shipmentId: 'SH-77' }],
  [
    'What is the freight price from Hamburg to Vienna for 850 kg?',
    'quoteFreight',
    { origin: 'Hamburg', destination: 'Vienna', weightKg: 850 },
  ],
  ['Find suppliers for corrugated cardboard boxes', 'findSuppliers', { query: 'corrugated cardboard boxes' }],
  [
    'Search the supplier directory for stainless steel screws, limit 3',
    'findSuppliers',
    { query: 'stainless steel screws', limit: 3 },
  ],
  ['Which warehouses do we have?', 'listWarehouses', {}],
  [
    'How many free pallet places are there in the warehouse in Rotterdam?',
    'getWarehouseCapacity',
    { warehouse: 'Rotterdam' },
  ],
  ['Move pallet P-12 from bay A3 to bay C7', 'movePallet', { palletId: 'P-12', fromBay: 'A3', toBay: 'C7' }],
  ['Convert 12.5 pounds to kilograms', 'convertWeight', { value: 12.5, from: 'pound', to: 'kilogram' }],
  ['How much is 3 tonnes in ounces?', 'convertWeight', { value: 3, from: 'tonne', to: 'ounce' }],
  ['What is the volume of a box of 30 by 40 by 50?', 'computeVolume', { length: 30, width: 40, height: 50 }],
  ['volume of a box: width 20, height 10, length 35', 'computeVolume', { length: 35, width: 20, height: 10 }],
  ['Schedule the delivery of order 8812 on 2026-03-14', 'scheduleDelivery', { orderId: '8812', day: '2026-03-14' }],
  ['Schedule delivery of order 8812 for March 3, 2027', 'scheduleDelivery', { orderId: '8812', day: '2027-03-03' }],
  ['Which orders have been overdue since 1 February 2026?', 'listLateOrders', { since: '2026-02-01' }],
  ['What is the status of order 90210?', 'getOrderStatus', { orderId: '90210' }],
  [
    'Add the note "prefers mornings" to customer Miller',
    'addCustomerNote',
    { customer: 'Miller', note: 'prefers mornings' },
  ],
  ['Send the invoice of order 17 to anna@example.com', 'sendInvoice', { orderId: '17', email: 'anna@example.com' }],
  ['Read the manifest incoming/2026/cargo-17.txt', 'readManifest', { path: 'incoming/2026/cargo-17.txt' }],
  [
    'Import the price list from https://prices.example.com/list.csv',
    'importPriceList',
    { url: 'https://prices.example.com/list.csv' },
  ],
  ['Add up the quantities 4, 8, 15, 16, 23 and 42', 'sumQuantities', { quantities: [4, 8, 15, 16, 23, 42] }],
  [
    'Print 2 copies of the large label for shipment SH-5',
    'printLabel',
    { shipmentId: 'SH-5', size: 'large', copies: 2 },
  ],
  ['Print a small label for shipment SH-5', 'printLabel', { shipmentId: 'SH-5', size: 'small' }],
  ['How full is the battery of forklift 7?', 'getForkliftBattery', { forklift: 7 }],
  ['Open dock door number 4', 'openDockDoor', { door: 4 }],
  ['Set the temperature of the cold dock to -18 degrees', 'setDockTemperature', { celsius: -18 }],
  [
    'Report damage to article AB-12: "dropped from the shelf"',
    'reportDamage',
    { sku: 'AB-12', description: 'dropped from the shelf' },
  ],
  ["Turn 'fragile goods' into capital letters", 'upperCaseText', { text: 'fragile goods' }],
  [
    'Estimate the customs duty for goods worth 1,500 euros entering Norway',
    'estimateCustomsDuty',
    { country: 'Norway', goodsValue: 1500 },
  ],
  ['Is order 33 shipped yet? Show me its status', 'getOrderStatus', { orderId: '33' }],
  ['I would like to know the stock level of "XK-1"', 'getStockLevel', { sku: 'XK-1' }],
];
