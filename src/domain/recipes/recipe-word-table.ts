/** Holds the words that we add to the text of a recipe, by language. */

const keys = ['preparation', 'cooking', 'resting', 'total', 'source', 'recipe', 'optional', 'photo'] as const;

export type RecipeWords = Record<(typeof keys)[number], string> & {
  /** By plural category (CLDR). The number stands before the word, or instead of `#`. */
  servings: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
};

/** The words in the order of `keys`, then the forms of "servings". */
const rows: Record<string, string> = {
  en: 'Preparation|Cooking|Resting|Total|Source|Recipe|optional|Photo; one=serving|other=servings',
  de: 'Vorbereitung|Kochen|Ruhen|Gesamt|Quelle|Rezept|nach Belieben|Foto; one=Portion|other=Portionen',
  fr: 'Préparation|Cuisson|Repos|Total|Source|Recette|facultatif|Photo; one=portion|other=portions',
  es: 'Preparación|Cocción|Reposo|Total|Fuente|Receta|opcional|Foto; one=ración|other=raciones',
  it: 'Preparazione|Cottura|Riposo|Totale|Fonte|Ricetta|facoltativo|Foto; one=porzione|other=porzioni',
  pt: 'Preparação|Cozimento|Descanso|Total|Fonte|Receita|opcional|Foto; one=porção|other=porções',
  nl: 'Voorbereiding|Bereiding|Rusten|Totaal|Bron|Recept|optioneel|Foto; one=portie|other=porties',
  sv: 'Förberedelse|Tillagning|Vila|Totalt|Källa|Recept|valfritt|Foto; one=portion|other=portioner',
  da: 'Forberedelse|Tilberedning|Hvile|I alt|Kilde|Opskrift|valgfrit|Foto; one=portion|other=portioner',
  nb: 'Forberedelse|Tilberedning|Hvile|Totalt|Kilde|Oppskrift|valgfritt|Foto; one=porsjon|other=porsjoner',
  fi: 'Valmistelu|Kypsennys|Lepo|Yhteensä|Lähde|Resepti|valinnainen|Kuva; one=annos|other=annosta',
  is: 'Undirbúningur|Eldun|Hvíld|Samtals|Heimild|Uppskrift|má sleppa|Mynd; one=skammtur|other=skammtar',
  pl: 'Przygotowanie|Gotowanie|Odpoczynek|Łącznie|Źródło|Przepis|opcjonalnie|Zdjęcie; one=porcja|few=porcje|many=porcji|other=porcji',
  cs: 'Příprava|Vaření|Odpočinek|Celkem|Zdroj|Recept|volitelně|Foto; one=porce|few=porce|many=porce|other=porcí',
  sk: 'Príprava|Varenie|Odpočinok|Spolu|Zdroj|Recept|voliteľné|Foto; one=porcia|few=porcie|many=porcie|other=porcií',
  hu: 'Előkészítés|Főzés|Pihentetés|Összesen|Forrás|Recept|elhagyható|Fotó; other=adag',
  ro: 'Pregătire|Gătire|Odihnă|Total|Sursă|Rețetă|opțional|Fotografie; one=porție|few=porții|other=de porții',
  ca: 'Preparació|Cocció|Repòs|Total|Font|Recepta|opcional|Foto; one=ració|other=racions',
  hr: 'Priprema|Kuhanje|Odmaranje|Ukupno|Izvor|Recept|po želji|Fotografija; one=porcija|few=porcije|other=porcija',
  sr: 'Припрема|Кување|Одмарање|Укупно|Извор|Рецепт|по жељи|Фотографија; one=порција|few=порције|other=порција',
  sl: 'Priprava|Kuhanje|Počivanje|Skupaj|Vir|Recept|po želji|Fotografija; one=porcija|two=porciji|few=porcije|other=porcij',
  bg: 'Подготовка|Готвене|Почивка|Общо|Източник|Рецепта|по желание|Снимка; one=порция|other=порции',
  ru: 'Подготовка|Приготовление|Отдых|Всего|Источник|Рецепт|по желанию|Фото; one=порция|few=порции|many=порций|other=порции',
  uk: 'Підготовка|Приготування|Відпочинок|Усього|Джерело|Рецепт|за бажанням|Фото; one=порція|few=порції|many=порцій|other=порції',
  lt: 'Paruošimas|Gaminimas|Laikymas|Iš viso|Šaltinis|Receptas|nebūtina|Nuotrauka; one=porcija|few=porcijos|many=porcijos|other=porcijų',
  lv: 'Sagatavošana|Gatavošana|Nostādināšana|Kopā|Avots|Recepte|pēc izvēles|Foto; zero=porciju|one=porcija|other=porcijas',
  et: 'Ettevalmistus|Küpsetamine|Seismine|Kokku|Allikas|Retsept|soovi korral|Foto; one=portsjon|other=portsjonit',
  el: 'Προετοιμασία|Μαγείρεμα|Αναμονή|Σύνολο|Πηγή|Συνταγή|προαιρετικά|Φωτογραφία; one=μερίδα|other=μερίδες',
  tr: 'Hazırlık|Pişirme|Dinlendirme|Toplam|Kaynak|Tarif|isteğe bağlı|Fotoğraf; other=porsiyon',
  he: 'הכנה|בישול|המתנה|סך הכול|מקור|מתכון|לא חובה|תמונה; one=מנה #|two=# מנות|other=# מנות',
  ar: 'التحضير|الطهي|الراحة|المجموع|المصدر|وصفة|اختياري|صورة; zero=حصة|one=حصة|two=حصة|few=حصص|many=حصة|other=حصة',
  fa: 'آماده‌سازی|پخت|استراحت|مجموع|منبع|دستور پخت|اختیاری|عکس; other=نفر',
  ur: 'تیاری|پکانا|انتظار|کل|ماخذ|ترکیب|اختیاری|تصویر; other=افراد',
  hi: 'तैयारी|पकाना|विश्राम|कुल|स्रोत|रेसिपी|वैकल्पिक|फ़ोटो; other=सर्विंग',
  bn: 'প্রস্তুতি|রান্না|বিশ্রাম|মোট|উৎস|রেসিপি|ঐচ্ছিক|ছবি; other=জনের জন্য',
  id: 'Persiapan|Memasak|Istirahat|Total|Sumber|Resep|opsional|Foto; other=porsi',
  vi: 'Chuẩn bị|Nấu|Để nghỉ|Tổng cộng|Nguồn|Công thức|tùy chọn|Ảnh; other=phần',
  th: 'เตรียม|ปรุง|พัก|รวม|ที่มา|สูตรอาหาร|ไม่ใส่ก็ได้|ภาพ; other=ที่',
  ko: '준비|조리|휴지|합계|출처|레시피|선택 사항|사진; other=#인분',
  ja: '下準備|調理|休ませる|合計|出典|レシピ|お好みで|写真; other=#人分',
  zh: '准备|烹饪|静置|总计|来源|食谱|可选|图片; other=#人份',
  'zh-Hant': '準備|烹調|靜置|總計|來源|食譜|可省略|圖片; other=#人份',
};

function readRow(row: string): RecipeWords {
  const [words = '', forms = ''] = row.split('; ');
  const list = words.split('|');
  return {
    ...(Object.fromEntries(keys.map((key, at) => [key, list[at]])) as Record<(typeof keys)[number], string>),
    servings: Object.fromEntries(forms.split('|').map((form) => form.split('='))),
  };
}

export const recipeWordTable: Record<string, RecipeWords> = Object.fromEntries(
  Object.entries(rows).map(([language, row]) => [language, readRow(row)]),
);
