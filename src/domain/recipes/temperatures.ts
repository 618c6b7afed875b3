/** Converts oven temperatures in the text of steps. */
import type { MeasurementSystem } from './measurement-systems.ts';
import { toCelsius, toFahrenheit } from './rounding.ts';
import type { Edit } from './text-edits.ts';

/** "180 °C", "350F", "160–180 degrees C", "200 Grad". */
const DEGREES =
  /(?<![\d.,])(\d{2,3})(?:\s?[-–]\s?(\d{2,3}))?(?:\s?(?:°|º|˚|degrees|degrés|grados|gradi|graden|grader|stopni)\s?(C|F|Celsius|Fahrenheit|celsius|fahrenheit|c|f)(?![\p{L}\d])|\s?(F|C)(?![\p{L}\d])|\s?(Grad|градусов|grader)(?!\p{L}|\s?F))/gu;
const GAS_MARK = /(?<!\p{L})gas(?:\s?(?:mark|stufe|oven))?\s(\d{1,2}(?!\d|\/)|1\/[24]|[¼½])(?!\s?[°º\d])/giu;

/** Degrees Celsius and Fahrenheit of each gas mark (BS EN 30-1-1 ovens as British cookbooks state them). */
const GAS: Record<string, [celsius: number, fahrenheit: number]> = {
  '1/4': [110, 225],
  '¼': [110, 225],
  '1/2': [120, 250],
  '½': [120, 250],
  '1': [140, 275],
  '2': [150, 300],
  '3': [160, 325],
  '4': [180, 350],
  '5': [190, 375],
  '6': [200, 400],
  '7': [220, 425],
  '8': [230, 450],
  '9': [240, 475],
};

/** Leaves a temperature that is also stated in the other unit. */
export function temperatureEdits(text: string, system: MeasurementSystem): Edit[] {
  const target = system === 'metric' ? 'C' : 'F';
  const found = [...text.matchAll(DEGREES)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    values: [match[1]!, match[2]].filter((each) => each !== undefined).map(Number),
    unit: (match[3] ?? match[4] ?? 'C').charAt(0).toUpperCase(),
  }));
  const isStatedNear = (start: number, end: number) =>
    found.some((each) => each.unit === target && each.end > start - 30 && each.start < end + 30);

  const convert = target === 'C' ? toCelsius : toFahrenheit;
  const degrees = found
    .filter(({ start, end, unit }) => unit !== target && !isStatedNear(start, end))
    .map(({ start, end, values }) => ({ start, end, text: `${values.map(convert).join('–')} °${target}` }));

  const isNearDegrees = (at: number) => found.some(({ start, end }) => end > at - 30 && start < at + 40);
  const marks = [...text.matchAll(GAS_MARK)].flatMap(({ 0: written, 1: mark, index }) => {
    const stated = GAS[mark!];
    if (!stated || isNearDegrees(index)) return [];
    return [
      { start: index, end: index + written.length, text: `${stated[target === 'C' ? 0 : 1]} °${target}` },
    ];
  });
  return [...degrees, ...marks];
}
