/** Words around a unit that describe how full or how big the measure is: "gehäufter TL", "lingură cu vârf". */

const BEFORE =
  'fat plump juicy nice huge tiny long short large small medium big heaping heaped level rounded scant generous good packed whole fresh thin thick mini loosely lightly firmly tightly couple thumb-sized bite-sized medium-sized medium-size sm. lg. med. full hefty healthy ' +
  'gut große großer großes grosse kleine kleiner kleines mittelgroße mittelgroßer mittlere gehäufte gehäufter gehäuftes gestrichene gestrichener gestr. geh. gestrichen gehäuft gr. kl. gute guter gutes volle voller leicht halbvolle dicke dünne ' +
  'grand grande grands grandes gros grosse grosses petit petite petits petites belle belles beau bonne bon bonnes bons rase rases bombée bombées généreuse généreuses ' +
  'grandi piccolo piccola piccoli piccole abbondante abbondanti scarso scarsi raso rasi colmo colmi bel bella ' +
  'pequeño pequeña pequeños pequeñas buen buena gran generosa generoso rasa rasado rasada colmado colmada cheia cheias bem pequeno pequena bom boa ' +
  'grote kleine afgestreken volle flinke ruime kleintje dikke goede stevige royale ' +
  'stort stor stora store små liten lille lilla rågad rågade struken strukna toppad toppade toppet toppede strøget strøgne god gode rejäl rejält rikelig ' +
  'duży duże duża dużych mały małe mała małych czubata czubate czubatych płaska płaskie płaskich kopiasta kopiaste średni średnia pełna pełne spora ' +
  'velký velká velké malý malá malé veľký veľká veľké velika velike mala male střední větší menší vrchovatá vrchovaté zarovnaná zarovnané plná plné puna pune ravna ravne vršna vršne puni zvrhana zvrhane ' +
  'nagy kis kisebb közepes púpozott csapott teli tetézett jó ' +
  'mare mari mic mică mici rasă rase plină pline bună ' +
  'iso isoa pieni pientä kukkurallinen kukkurallista reilu runsas vajaa ' +
  'полная полные полный неполная неполный большая большой большие маленькая маленький крупный крупная средний средняя небольшой небольшая ' +
  'велика великий великі маленька маленький невелика невеликий повна повні середня голяма голям големи малка малък пълна пълни равна равни ' +
  'μεγάλο μεγάλη μεγάλα μικρό μικρή μικρά κοφτή κοφτό κοφτές κοφτά γεμάτη γεμάτο γεμάτες γεμάτα μέτρια ' +
  'silme tepeleme dolu dolusu büyük küçük orta boy iri bol ' +
  'बड़ा बड़े छोटा छोटे मध्यम बड़ी छोटी ' +
  'بزرگ کوچک متوسط بڑا بڑی بڑے چھوٹا چھوٹی چھوٹے درمیانہ درمیانے درمیانی كبير كبيرة صغير صغيرة متوسط متوسطة גדול גדולה גדולים גדולות קטן קטנה קטנים קטנות בינוני בינונית בינוניים';

export const SIZES = new Set(BEFORE.split(' '));

/** Behind a unit, up to the word that joins it to its food. */
const BEHIND =
  '(?:bien |bem |ben )?(?:rases?|bombée?s?|pleines?|généreuses?|raso|rasi|rasa|rasas|colmo|colmi|colmada|colmadas|llena|llenas|cheias?|abbondanti|abbondante|scarso|scarsi|plină|pline|rasă|cu vârf|cu varf|generosas?|generosos?)|(?:petits?|grandes?|pequeñ[oa]s?|grand[ei]|piccol[oiae]|mic|mică|mare|mari|pequen[oa]s?|generoso|généreux|abundante)(?= d[ei] )|z czubkiem|z górką|z górami|s kopečkem|s kopcem|с верхом|с горкой|без верха|без горки|с горкою|з гіркою|з верхом|без гірки|с връх|γεμάτ[ηοαή]|γεμάτες|κοφτ[ήόά]|κοφτές|без връх|גדושה|גדושות|גדוש|מחוקה|מחוקות|שטוחה|שטוחות|מלאה|מלאות|ممسوحة|ممتلئة|مليئة|كبيرة|كبير|متوسطة|متوسط|صغيرة|صغير|سر صاف|سرپر|سر پر|سرخالی|लेवल|भरकर|भरा हुआ|भर|dolusu|mit haube|gestrichen|gehäuft|\\(gestrichen\\)|stołowe|rågade|strukna|munjung|peres';
const FULLNESS = new RegExp(`^\\s(${BEHIND})(?=\\s)`, 'iu');

/** Returns the description at the start of the text behind a unit, or null. */
export const readFullness = (text: string): string | null => FULLNESS.exec(text)?.[0] ?? null;
