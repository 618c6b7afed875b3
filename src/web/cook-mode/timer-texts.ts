/** The texts that the script of cook mode shows. Braces are filled in by the script. */
export const timerTexts = {
  start: 'Start a timer: {time}',
  stop: '{left} left of {time}. Stop the timer.',
  over: 'Time is up: {time}. Close the timer.',
  up: 'Time is up!',
  step: 'Step {step}: {left}',
  awake: 'Your screen stays on.',
};
