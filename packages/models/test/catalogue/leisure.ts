import { type ChoiceCase, defineTool } from './defineTool.js';

const s = (description: string) => ({ type: 'string', description });
const n = (description: string) => ({ type: 'number', description });
const i = (description: string) => ({ type: 'integer', description });
const optional = true as const;

/** Tools for cooking, looking at the sky and making music. */
export const leisureTools = [
  defineTool('search_recipes', 'Search the recipe collection by ingredients or dish name.', {
    query: s('Ingredients or name of the dish'),
    vegetarian: { type: 'boolean', description: 'Only vegetarian recipes', optional },
  }),
  defineTool('get_recipe', 'Get one recipe with all its steps.', { title: s('Title of the recipe') }),
  defineTool('scale_recipe', 'Scale the ingredients of a recipe to a number of servings.', {
    title: s('Title of the recipe'),
    servings: i('Number of servings'),
  }),
  defineTool('oven_temperature', 'Convert an oven temperature between Celsius, Fahrenheit and gas mark.', {
    temperature: n('The temperature'),
    unit: { type: 'string', enum: ['celsius', 'fahrenheit', 'gas mark'], description: 'Unit of the temperature' },
    target: { type: 'string', enum: ['celsius', 'fahrenheit', 'gas mark'], description: 'Unit to convert to' },
  }),
  defineTool('substitute_ingredient', 'Suggest what can replace an ingredient that is missing.', {
    ingredient: s('The missing ingredient'),
  }),
  defineTool('start_timer', 'Start a kitchen timer.', {
    minutes: n('Minutes until it rings'),
    label: { ...s('What the timer is for'), optional },
  }),
  defineTool('stop_timer', 'Stop the kitchen timer that is running.'),
  defineTool('shopping_list_add', 'Put an item on the shopping list.', { item: s('What to buy') }),
  defineTool('shopping_list_show', 'Show everything on the shopping list.'),
  defineTool('nutrition_facts', 'Look up calories and nutrients of a food.', {
    food: s('Name of the food'),
    grams: { ...n('Portion in grams'), optional },
  }),
  defineTool('pair_wine', 'Recommend a wine for a dish.', { dish: s('The dish') }),
  defineTool('moon_phase', 'Phase of the moon on a date.', { date: { ...s('The date'), format: 'date' } }),
  defineTool('planet_position', 'Where a planet stands in the sky tonight.', {
    planet: {
      type: 'string',
      enum: ['Mercury', 'Venus', 'Mars', 'Jupiter', 'Saturn', 'Uranus', 'Neptune'],
      description: 'The planet',
    },
  }),
  defineTool('sunrise', 'Time of sunrise in a city.', { city: s('The city') }),
  defineTool('sunset', 'Time of sunset in a city.', { city: s('The city') }),
  defineTool('star_distance', 'Distance of a star from the earth in light years.', { star: s('Name of the star') }),
  defineTool('iss_passes', 'When the space station can be seen from a place.', {
    latitude: n('Latitude in degrees'),
    longitude: n('Longitude in degrees'),
  }),
  defineTool('meteor_showers', 'Meteor showers of a year.', { year: i('The year') }),
  defineTool('light_travel_time', 'How long light takes for a distance in kilometres.', {
    kilometres: n('The distance in kilometres'),
  }),
  defineTool('identify_constellation', 'Tell which constellation has the given stars.', {
    stars: { type: 'array', items: { type: 'string' }, description: 'Names of the stars' },
  }),
  defineTool('transpose_chord', 'Transpose a chord by a number of semitones.', {
    chord: s('The chord, such as Am7'),
    semitones: i('Number of semitones, negative for down'),
  }),
  defineTool('set_metronome', 'Start the metronome at a tempo.', { bpm: i('Beats per minute') }),
  defineTool('find_lyrics', 'Find the lyrics of a song.', {
    song: s('Title of the song'),
    artist: { ...s('Who sings it'), optional },
  }),
  defineTool('tune_string', 'Give the frequency to tune a guitar string to.', {
    string: { type: 'string', enum: ['E2', 'A2', 'D3', 'G3', 'B3', 'E4'], description: 'The string' },
  }),
  defineTool('list_scales', 'List the scales that can be practised.'),
  defineTool('scale_notes', 'Notes of a musical scale.', {
    root: s('Root note'),
    mode: { type: 'string', enum: ['major', 'minor', 'dorian'], description: 'Mode of the scale' },
  }),
  defineTool('reverse_text', 'Reverse the characters of a text.', { text: s('The text to reverse') }),
  defineTool('count_words', 'Count the words of a text.', { text: s('The text to count') }),
  defineTool('average', 'Arithmetic mean of numbers.', {
    numbers: { type: 'array', items: { type: 'number' }, description: 'The numbers' },
  }),
];

/** Written before the model was tuned. */
export const leisureCases: readonly ChoiceCase[] = [
  ['Search recipes with chickpeas and spinach', 'search_recipes', { query: 'chickpeas spinach' }],
  ['Find me a recipe for bread and butter pudding', 'search_recipes', { query: 'bread butter pudding' }],
  ['Get the recipe "Lamb Tagine" with all steps', 'get_recipe', { title: 'Lamb Tagine' }],
  ['Scale the recipe "Paella" to 6 servings', 'scale_recipe', { title: 'Paella', servings: 6 }],
  [
    'Convert an oven temperature of 350 fahrenheit to celsius',
    'oven_temperature',
    { temperature: 350, unit: 'fahrenheit', target: 'celsius' },
  ],
  [
    'What is gas mark 6 in Celsius for the oven?',
    'oven_temperature',
    { temperature: 6, unit: 'gas mark', target: 'celsius' },
  ],
  ['What can replace buttermilk?', 'substitute_ingredient', { ingredient: 'buttermilk' }],
  ['Start a timer of 12 minutes', 'start_timer', { minutes: 12 }],
  ['stop the timer', 'stop_timer', {}],
  ['Put oat milk on the shopping list', 'shopping_list_add', { item: 'oat milk' }],
  ['Show me the shopping list', 'shopping_list_show', {}],
  ['What is on my shopping list?', 'shopping_list_show', {}],
  ['How many calories does an avocado have?', 'nutrition_facts', { food: 'avocado' }],
  ['Look up the nutrients of lentils, 150 grams', 'nutrition_facts', { food: 'lentils', grams: 150 }],
  ['Recommend a wine for grilled salmon', 'pair_wine', { dish: 'grilled salmon' }],
  ['What phase is the moon in on 24 December 2026?', 'moon_phase', { date: '2026-12-24' }],
  ['Where is Jupiter in the sky tonight?', 'planet_position', { planet: 'Jupiter' }],
  ['When is sunrise in Reykjavik?', 'sunrise', { city: 'Reykjavik' }],
  ['What time does the sun set in New York? I need the sunset.', 'sunset', { city: 'New York' }],
  ['How far away is the star Betelgeuse?', 'star_distance', { star: 'Betelgeuse' }],
  [
    'When can I see the space station from latitude 48.2 and longitude 16.4?',
    'iss_passes',
    { latitude: 48.2, longitude: 16.4 },
  ],
  ['Which meteor showers are there in 2027?', 'meteor_showers', { year: 2027 }],
  ['How long does light take for 384,400 kilometres?', 'light_travel_time', { kilometres: 384400 }],
  [
    'Which constellation has the stars "Mizar", "Alioth" and "Dubhe"?',
    'identify_constellation',
    { stars: ['Mizar', 'Alioth', 'Dubhe'] },
  ],
  ['Transpose the chord Am7 by -3 semitones', 'transpose_chord', { chord: 'Am7', semitones: -3 }],
  ['Set the metronome to 96', 'set_metronome', { bpm: 96 }],
  ['Find the lyrics of the song "Blackbird"', 'find_lyrics', { song: 'Blackbird' }],
  ['What frequency do I tune the D3 string to?', 'tune_string', { string: 'D3' }],
  ['Which scales can I practise?', 'list_scales', {}],
  ['Give me the notes of the F minor scale', 'scale_notes', { root: 'F', mode: 'minor' }],
  ['Reverse "stressed desserts"', 'reverse_text', { text: 'stressed desserts' }],
  ['How many words are in "to be or not to be"?', 'count_words', { text: 'to be or not to be' }],
  ['What is the mean of 3, 5 and 10?', 'average', { numbers: [3, 5, 10] }],
  ['averages of 1.5 2.5 and 3.5 please', 'average', { numbers: [1.5, 2.5, 3.5] }],
  ['Are there any vegetarian recipes with aubergine?', 'search_recipes', { query: 'aubergine', vegetarian: true }],
];
