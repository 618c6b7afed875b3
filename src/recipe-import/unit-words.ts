/** Words for units in many languages, collected from real recipes. */

/** Canonical code, factor and words. `_` stands for a space. */
export const CANONICAL_UNITS: [code: string, factor: number, words: string][] = [
  [
    'g',
    1,
    'g gr gs gm gms gram grams gramm gramme grammes grammi grammo gramo gramos grama gramas gramů gramov 克 公克 グラム',
  ],
  ['g', 10, 'dkg deka dag dekagram dekagramm'],
  ['g', 100, 'hg hekto etto'],
  [
    'kg',
    1,
    'kg kgs kilo kilos kilogram kilograms kilogramm kilogramo kilogramme kilogrammes kilogrammi 公斤 千克 キログラム キロ',
  ],
  ['mg', 1, 'mg milligram milligrams'],
  ['ml', 1, 'ml mls milliliter milliliters millilitre millilitres mililitro mililitros millilitri 毫升 ミリリットル'],
  ['cl', 1, 'cl centiliter centilitre centilitres'],
  ['dl', 1, 'dl deciliter deciliters decilitre decilitri decilitro'],
  ['l', 1, 'l lt ltr ltrs liter liters litre litres litro litros litri litr litry litrů litrov litra 升 公升 リットル'],
  [
    'tsp',
    1,
    'tsp tsps teaspoon teaspoons tspn teasp tl teelöffel teel theelepel theelepels theelepeltje koffielepel tsk tesked teskedar teske teskeer teskje teskjeer ts c_à_c càc cac cc cuillère_à_café cuillères_à_café cuillère_a_café cuil_à_café cuill_à_café c_à_café cucchiaino cucchiaini cucchiaino_da_caffè cucharadita cucharaditas cdita cditas cdta cdtas colher_de_chá colheres_de_chá colher_chá colheres_chá colher_de_cha łyżeczka łyżeczki łyżeczek tk kk teáskanál kiskanál kávéskanál mokkáskanál žličica žličice žličicu čajna_žličica čl kl kávová_lyžička čajová_lyžička lyžička lyžičky lyžičku lyžičiek lžička lžičky lžičku lžiček 茶匙 小匙 小勺 小さじ',
  ],
  [
    'tbsp',
    1,
    'tbsp tbsps tbs tb tbl tbls tblsp tblsps tbspn tablespoon tablespoons el esslöffel eßlöffel essl eetlepel eetlepels msk matsked matskedar spsk spiseske spiseskeer spiseskje spiseskjeer ss c_à_s càs cas cs cuillère_à_soupe cuillères_à_soupe cuillère_a_soupe cuil_à_soupe cuill_à_soupe c_à_soupe cucchiaio cucchiai cucharada cucharadas cda cdas cucharada_sopera cucharadas_soperas colher_de_sopa colheres_de_sopa colher_sopa colheres_sopa łyżka łyżki łyżek ek evőkanál žlica žlice žlicu jušna_žlica pl polievková_lyžica lyžica lyžice lyžíc lžíce lžic lžíci polévková_lžíce 汤匙 湯匙 大匙 大勺 大さじ',
  ],
  [
    'cup',
    1,
    'cup cups tasse tassen tasses kop koppen kopje kopjes kopp koppar kopper tazza tazze taza tazas xícara xícaras xícara_chá xícaras_chá xícara_de_chá xícaras_de_chá chávena chávenas szklanka szklanki szklanek csésze bögre šalica šalice hrnek hrnku hrnky hrnček hrnčeka 杯 カップ',
  ],
  ['floz', 1, 'floz fl_oz fl_ozs fluid_ounce fluid_ounces fl_ounce fl_ounces'],
  ['oz', 1, 'oz ozs ounce ounces onza onzas oncia once onces unze unzen'],
  ['lb', 1, 'lb lbs pound pounds libra libras livre livres libbra'],
  [
    'piece',
    1,
    'piece pieces pc pcs pce stück stücke stk st stuk stuks stycken stycke szt sztuka sztuki sztuk ks kus kusy kusů kusov db darab kom komad komada pz pezzo pezzi pièce pièces pieza piezas unidad unidades ud uds unidade unidades und 个 個 颗 顆 只 隻 粒',
  ],
  [
    'pinch',
    1,
    'pinch pinches prise prisen pincée pincées pizzico pizzichi pizca pizcas pitada pitadas snuf snufje snufjes knivspids knsp knivsudd nypa nypor klype klyper szczypta szczypty csipet prstohvat štipka štipky špetka špetky špetku 小撮 ひとつまみ つまみ 撮',
  ],
  [
    'clove',
    1,
    'clove cloves zehe zehen gousse gousses spicchio spicchi diente dientes dente dentes teen tenen teentje teentjes fed klyfta klyftor fedd båt båter ząbek ząbki ząbków gerezd češanj češnja češnjeva režanj stroužek stroužky stroužků strúčik strúčiky strúčikov 瓣 かけ',
  ],
  [
    'slice',
    1,
    'slice slices scheibe scheiben tranche tranches fetta fette rebanada rebanadas loncha lonchas fatia fatias plak plakken plakje plakjes sneetje sneetjes snee skive skiver skiva skivor plaster plastry plastrów plasterek plasterki szelet kriška kriške šnita plátek plátky plátků plát plátok plátky plátkov 片 枚',
  ],
  [
    'can',
    1,
    'can cans tin tins dose dosen boîte boîtes lattina lattine scatoletta lata latas blik blikje blikken dåse dåser burk burkar boks bokser puszka puszki konzerv konzerva konzerve plechovka plechovky 罐 缶',
  ],
];

/** Words for units without a canonical code; they stay as written. */
export const OTHER_UNITS =
  'bunch bunches bottle bottles jar jars package packages packet packets pkg pkgs pkt pack packs box boxes bag bags container containers envelope envelopes carton cartons tub tubs head heads handful handfuls stalk stalks sprig sprigs stick sticks leaf leaves loaf loaves knob dash dashes splash drizzle drop drops glug scoop scoops square squares strip strips sheet sheets quart quarts qt pint pints gallon gallons inch inches cm part parts dozen rasher rashers punnet block blocks ear ears serving servings portion portions ptn ptns cube cubes squeeze ' +
  'bund bündel päckchen pck pckg packung pkg becher glas gläser stiel stiele zweig zweige blatt blätter kopf köpfe handvoll spritzer würfel rolle rollen msp messerspitze flasche flaschen beutel tüte pfund stange stangen knolle tropfen schuss ' +
  'verre verres brin brins feuille feuilles sachet sachets botte bottes poignée poignées bouquet bouquets noisette bocal pot pots branche branches louche ' +
  'bicchiere bicchieri grappolo grappoli foglia foglie fogli mazzo mazzetto bustina bustine manciata ciuffo rametto rametti confezione confezioni costa coste vasetto barattolo bottiglia ' +
  'vaso vasos ramita ramitas hoja hojas puñado puñados manojo sobre sobres paquete paquetes bote botes chorro rama ramas tarro pacote pacotes copo copos folha folhas ramo ramos punhado maço caixa caixas caixinha colher colheres fio ' +
  'bos bosje zakje zakjes pak pakje pakjes pot potten potje takje takjes blad blaadjes handje handvol scheut scheutje glas krop stengel stengels fles blokje ' +
  'bundt pakke pakker pk pkk håndfuld kvist kviste blade glas knippe knippen näve nävar paket pkt påse krm kvistar blad förpackning förp ask stjälk stjälkar flaske never neve kvister pose poser beger ' +
  'pęczek garść opakowanie op liść liście gałązka gałązki słoik kostka główka szál fej csokor csomag marék levél üveg tubus doboz vezica vrećica vrećice glavica list listova prašak čaša čaše staklenka svazek balíček balení hrst list listy sklenice kelímek větvička hlava zväzok balíček balenie hrsť pohár vetvička hlávka ' +
  '根 条 條 块 塊 把 勺 匙 斤 两 碗 包 袋 盒 朵 棵 株 本 袋 束 パック 丁 节 玉 杯分 匹 尾 滴 节 節 张 張 头 頭 把 撮 支 串 握 袋分 房 束 斤';
