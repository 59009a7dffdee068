import { type ChatClient, StructuredOutputValidationAdvisor } from '@toolwright/chat';
import { Tool, ToolParam } from '@toolwright/tools';

/** Knows the weather. */
export class Weather {
  @Tool({ description: 'Weather of a city' })
  weather(@ToolParam({ description: 'Name of the city' }) city: string): string {
    return `7 °C in ${city}`;
  }
}

// #region entity
class Forecast {
  @ToolParam({ type: 'string', description: 'Name of the city' })
  city!: string;

  @ToolParam({ type: 'integer', description: 'Degrees Celsius' })
  temperature!: number;
}
// #endregion

export async function forecastOf(client: ChatClient, weather: Weather) {
  // #region entity
  const forecast = await client.prompt('Weather in Oslo?').tools(weather).call().entity(Forecast);
  // an instance of Forecast, or null if the model answered without a text
  // #endregion
  return forecast;
}

// #region validation
const validation = StructuredOutputValidationAdvisor.builder().outputType(Forecast).maxRepeatAttempts(1).build();
// #endregion

export { Forecast, validation };
