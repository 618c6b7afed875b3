/** Words for units of time in many languages. */

const WORDS: [seconds: number, words: string][] = [
  [
    604_800,
    'week weeks woche wochen semaine semaines settimana settimane semana semanas weken vecka veckor uge uger uke uker tydzień tygodnie tygodni týden týdny týdnů týždeň týždne týždňov hét viikko viikkoa hafta неделя недели недель неделю тиждень тижні тижнів седмица седмици 周 週間 星期 주일 tuần minggu สัปดาห์ εβδομάδα εβδομάδες שבוע שבועות أسبوع أسابيع هفته',
  ],
  [
    86_400,
    'day days tag tage tagen jour jours giorno giorni día días dia dias dag dagen dage dagar dygn døgn døger doba doby dzień dni dnia den dny dní dnů deň nap napig napra napot dan dana zi zile päivä päivää päivän vuorokausi vuorokautta vuorokauden gün день дня дней дні днів ден дни сутки суток μέρα μέρες ημέρα ημέρες יום ימים يوم أيام ايام روز دن दिन วัน 天 日間 ngày hari',
  ],
  [
    3_600,
    'h hr hrs hour hours std stunde stunden heure heures ora ore hora horas uur uren uurtje uurtjes time timer timen timme timmar timmen tim godz godzina godziny godzinę godzin hodina hodiny hodinu hodin hodín hod óra órát órán óráig órára órás sat sata sati ură oră ure tunti tuntia tunnin saat saatlik час часа часов часу часы година години годину годин години часа г ώρα ώρες ωρα ωρες שעה שעות ساعة ساعات ساعت گھنٹہ گھنٹے گھنٹا घंटा घंटे घंटों घण्टा घण्टे ชั่วโมง ชม 小时 小時 时间 時間 钟头 鐘頭 시간 giờ tiếng jam',
  ],
  [
    60,
    'min mins minute minutes minuten minuut minuutje minuutjes minuta minuto minuti minutos minutas minuter minutter minutten minut minuty minutę minutu minút minúty minútu mn perc percig percre percen percet perces percnyi minuuttia minuutti minuutin dakika dakikalık dk dak мин минут минута минуты минуту минутки хвилин хвилина хвилини хвилину хв минути λεπτό λεπτά λεπτα דקה דקות דק דקות׳ دقيقة دقائق دقيقه دقیقه دقايق منٹ मिनट मिनिट नाती นาที 分钟 分鐘 分間 分 분 phút menit',
  ],
  [
    1,
    's sec secs second seconds sek sekunde sekunden seconde secondes secondo secondi seg segundo segundos seconden sekunder sekund sekunda sekundy sekundę sekundu sekúnd sekundi másodperc másodpercig secundă secunde sekuntia sekunti sekunnin saniye секунд секунда секунды секунду секунди δευτερόλεπτο δευτερόλεπτα שנייה שניות ثانية ثواني ثوان ثانیه سیکنڈ सेकंड सेकेंड วินาที 秒 秒間 秒钟 초 giây detik',
  ],
];

/** Seconds by lower-case word. */
export const TIME_UNITS = new Map(
  WORDS.flatMap(([seconds, words]) =>
    words.split(' ').map((word): [string, number] => [word.normalize('NFC'), seconds]),
  ),
);

/** Words of one language that mean something else in others: "fold it one time", "2 jam jars", "10 dag mąki". */
export const LOCAL_TIME_WORDS: Record<string, string[]> = {
  time: ['da', 'no', 'nb', 'nn'],
  timer: ['da', 'no', 'nb', 'nn'],
  jam: ['id', 'ms'],
  sat: ['hr', 'sr', 'bs'],
  dan: ['hr', 'sr', 'bs', 'sl'],
  den: ['cs', 'sk'],
  nap: ['hu'],
  ore: ['it', 'ro'],
  dag: ['nl', 'sv', 'da', 'no', 'nb', 'nn', 'af'],
  г: ['bg'],
  zi: ['ro'],
  tim: ['sv'],
};

/** Durations without a number: parts of an hour, and the dual of Arabic and Hebrew. Patterns of regular expressions. */
export const WHOLE_DURATIONS: [seconds: number, words: string][] = [
  [
    1_800,
    "half uur|halfuur|half uurtje|mezz['’]?ora|полчаса|получаса|halvtimme|halvtime|félóra|félórát|félóráig|halbstunde|demi-heure|puolituntia",
  ],
  [
    900,
    "viertelstunde|quart d['’]heure|quarter of an hour|quarto d['’]ora|cuarto de hora|quarto de hora|kwartier|kwartiertje|kvart|kvarter|kwadrans|negyedóra|čtvrt hodiny|štvrť hodiny|четверть часа|чверть години|רבע שעה|ربع ساعة",
  ],
  [
    2_700,
    "dreiviertelstunde|trois quarts d['’]heure|three quarters of an hour|tre quarti d['’]ora|tres cuartos de hora|drie kwartier|tre kvart|trzy kwadranse|háromnegyed óra",
  ],
  [3_600, "un['’]ora"],
  [5_400, "un['’]ora e mezz[ao]"],
  [7_200, 'שעתיים|ساعتين|ساعتان'],
  [120, 'دقيقتين|دقيقتان'],
  [172_800, 'יומיים|يومين'],
];

/** A night is 8 to 12 hours. */
export const NIGHT = { seconds: 28_800, maxSeconds: 43_200 };

export const OVERNIGHT =
  "overnight|over night|all night|through the night|über nacht|toute une nuit|toute la nuit|pendant la nuit|une nuit|durant la nuit|tutta la notte|per una notte|una notte|toda la noche|una noche|durante la noche|toda a noite|durante a noite|de um dia para o outro|uma noite|een nacht|een hele nacht|de hele nacht|'s nachts|natten over|over natten|natta over|över natten|över en natt|na noc|na całą noc|przez noc|całą noc|přes noc|cez noc|egy éjszakára|egy éjszakán át|éjszakára|egész éjszaka|preko noći|peste noapte|yön yli|yli yön|bir gece|gece boyunca|на ночь|на всю ночь|на ніч|на всю ніч|за една нощ|през нощта|όλη τη νύχτα|όλο το βράδυ|όλη νύχτα|למשך הלילה|לילה שלם|طوال الليل|ليلة كاملة|لمدة ليلة|یک شب|رات بھر|रात भर|ข้ามคืน|qua đêm|semalaman|过夜|過夜|隔夜|一晚上|一晚|一夜|一晩|ひと晩|하룻밤|밤새";
