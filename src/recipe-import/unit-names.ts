/** Names of units, in many languages. */

// Further words for units in the languages of Asia: spoons by their full names, containers and counters

/** The same form as `CANONICAL_UNITS`. */
export const ASIAN_UNITS: [code: string, factor: number, words: string][] = [
  ['g', 1, 'جراما غراما غرامًا جرامًا ग्रा ग्रॅम গ্রাম கிராம் గ్రాములు గ్రాము గ్రా ગ્રામ ഗ്രാം ಗ್ರಾಂ グラム 公克'],
  ['g', 100, 'ขีด lạng'],
  ['kg', 1, 'किग्रा किलोग्रॅम কেজি কিলো কিলোগ্রাম கிலோ కిలో కేజీ કિલો โล ký kí キロ 公斤'],
  ['ml', 1, 'سی_سی میلی ملی मि_ली मिलिलीटर মিলি মিলিলিটার மில்லி மிலி మిలీ મિલી ซีซี 씨씨 밀리 시시 ㎖ ミリ シーシー'],
  ['l', 1, 'ली লিটার லிட்டர் లీటరు లీటర్ લિટર ลิตร'],
  [
    'tsp',
    1,
    'ملعقة_صغيره ملاعق_صغيره ملعقه_صغيره ملعقه_صغيرة م_ص ملعقة_قهوة ق_چ ق_چایخوری ق_چای‌خوری قاشق_چای_خوری قاشق_مرباخوری قاشق_مربا_خوری ٹی_اسپون ٹی_سپون چائے_کی_چمچ چاۓ_کا_چمچ चाय_का_चम्मच चाय_के_चम्मच चाय_चम्मच छोटा_चमचा छोटे_चमचे छोटी_चम्मचें चहाचा_चमचा চা_চামচ চাচামচ டீஸ்பூன் தேக்கரண்டி టీస్పూన్ టీ_స్పూన్ ટીસ્પૂન ટી_સ્પૂન ช้อนกาแฟ 작은스푼 찻숟가락 ç_kaşığı thìa_nhỏ muỗng_nhỏ sudu_kecil kutsarita 茶勺 小茶匙',
  ],
  [
    'tbsp',
    1,
    'ملعقة_كبيره ملاعق_كبيره ملعقه_كبيره ملعقه_كبيرة ملعقة_اكل ملاعق_اكل ملعقه_طعام ملعقة_شوربة م_ك ق_غ ق_غذاخوری قاشق_غذا_خوری قاشق_سوپ_خوری ٹیبل_اسپون ٹیبل_سپون کھانے_کی_چمچ खाने_का_चम्मच खाने_के_चम्मच बड़ा_चमचा बड़े_चमचे टे_स्पून টেবিল_চামচ টেবিলচামচ டேபிள்ஸ்பூன் டேபிள்_ஸ்பூன் மேசைக்கரண்டி టేబుల్_స్పూన్ టేబుల్‌స్పూన్ ટેબલસ્પૂન ટેબલ_સ્પૂન ช้อนแกง ช้อนคาว 큰스푼 밥숟갈 어른숟가락 yk y_kaşığı yemek_k thìa_lớn muỗng_lớn muỗng_ăn_cơm sudu_makan kutsara 湯勺 汤勺 大湯匙 餐匙',
  ],
  [
    'cup',
    1,
    'كوب_شاي كاس اكواب فنجان فناجين فنجال استکان پیالہ प्याला কাপ கப் కప్పు కప్పులు કપ sb su_b cawan tasa カップ分',
  ],
  ['piece', 1, 'حبوب ثمرة ثمار قطعه ٹکڑے ٹکڑا अदद पीस টি টা টুকরা பீஸ் ad parça pcs piraso 個分 コ ケ ヶ こ 颗粒 整个 整個'],
  ['pinch', 1, 'رشه نتفة चुटकीभर চিমটি சிட்டிகை fiske cubit secubit'],
  ['clove', 1, 'جوئے جوۓ جوئی কোয়া பல் రెబ్బలు 톨 ulas'],
  ['slice', 1, 'সলাইস สไลซ์ 슬라이스 切れ きれ'],
  ['can', 1, 'معلبات کنسرو ٹن ڈبہ डिब्बा टिन কৌটা 罐头 缶分 konserve'],
];

/** Words that stay as written. */
export const ASIAN_OTHER_UNITS =
  // Turkish
  'kahve_fincanı çay_fincanı türk_kahvesi_fincanı kaşık kepçe kavanoz küp damla tabak porsiyon kalıp rulo kangal sap dolusu kâse ' +
  // Hebrew
  'גבעול גבעולי גבעולים ענפי קוביות קוביית קובית צנצנת בקבוק פרוסת ראשי טיפות טיפת מארז שקיק שקיקים חפיסה חפיסת חפיסות מנה מנות גליל כדורי כדור רצועות חתיכות חתיכת קנקן ' +
  // Arabic
  'مكعب مكعبات ورقة ورقات أوراق اوراق غصن أغصان اغصان عرق عروق أعواد حزم ربطة رؤوس قرن قرون مغلفات باكيت باكو زجاجة نقطة نقاط قطرات قبضة ملعقه ثمن حفنات سنتيمتر طبق ' +
  // Persian, Urdu
  'دسته بوته شاخه پر برگ بطری پاکت تکه حلقه سیخ مشت قالب پیاله کاسه بند_انگشت نوک_قاشق چنگه قطره سانت پاؤ گلاس مٹھی شاخ ڈلی درجن انچ پتیاں شاخیں گٹھا گڈیاں ' +
  // Hindi, Bengali, Tamil
  'इंच इंच_टुकड़ा मुट्ठीभर दाने पत्तियां पत्तियाँ पाउच बूंद बूंदें स्टिक क्यूब दर्जन पाव चमचा चमचे वाटी चमची गड्डी ইঞ্চি মুঠো চামচ ' +
  // Thai
  'หลอด ถุง กล่อง แผ่น เส้น แว่น ท่อน ข้อ จาน แก้ว หยด กำมือ นิ้ว ซม เซนติเมตร มัด พวง แพ็ค แพค คำ กระปุก ก้าม เครือ หวี ' +
  // Korean
  '주먹 덩이 덩어리 종이컵 숟가락 공기 그릇 방울 입 가닥 묶음 망 근 바퀴 꼬치 봉다리 스쿱 판 쌈 소주잔 밥공기 ' +
  // Japanese, Chinese
  'パック 合 尾 瓶 箱 ブロック 人前 人分 膳 皿 杯分 本分 茶碗 丸 房 切身 株分 かたまり 塊 缶詰 山 ' +
  '小把 大把 小块 大块 小碗 大碗 小碟 小段 段 截 扎 捆 板 筒 份 层 瓶 枝 片儿 台斤 兩 钱 錢 调羹 瓷勺 茶杯 张 張 小节 小節 小根 大颗 小颗 隻 ' +
  // Vietnamese, Indonesian, Malay
  'muỗng thìa tô ly bịch vỉ thanh khúc cọng cái hạt giọt xíu trái sợi gốc đĩa miếng tảng keping lbr btg btr bh bks tangkai kuntum botol kotak mangkuk mangkok sisir tetes porsi balok pucuk';

// Further words for units in the languages of Europe: spoons by their full names, containers and bundles

/** The same form as `CANONICAL_UNITS`. */
export const EUROPEAN_UNITS: [code: string, factor: number, words: string][] = [
  [
    'g',
    1,
    'gramos grames gramų grami gramai grammia grammi gramo gramms gramu γραμ γραμμ грамів грамма грамами გ გრამი գ',
  ],
  ['g', 100, 'etti ons hektos'],
  ['kg', 1, 'kila kilá kilogrammaa kilogramów kilograma kiló quilo quilos кила килограма килограми kilogramas'],
  ['ml', 1, 'mililitrů millilitraa ccm mililitrai мілілітра'],
  ['dl', 1, 'deci decis decilitr decilitry desilitra desilitraa'],
  ['cl', 1, 'centilitro centilitros senttilitraa'],
  ['l', 1, 'litru litrų litras liitrit liitri lítra ltr литре літрa litar litara'],
  [
    'tsp',
    1,
    'theel kaffeelöffel teel tesk kaffesked c_café c_à_cafe cuil_café cuillerée_à_café cuillerées_à_café cuillère_café cuillères_café cucchiaino_da_tè cucchiaini_da_tè cucchiaini_da_caffè cucchiaino_da_the cucharadita_de_café cucharadita_de_té cucharaditas_de_café cucharilla cucharillas cucharita cucharitas cucharada_de_café c_chá c_de_chá c_cha colher_de_café colheres_de_café colher_café colheres_café łyżecz łyżeczka_do_herbaty łyżeczki_do_herbaty kávové_lžičky kávových_lžiček kávové_lyžičky kávových_lyžičiek čajové_lžičky čajová_lžička čajových_lžiček čajové_lyžičky čajových_lyžičiek lyž_čajová mk teáskanálnyi kávéskanálnyi mokkáskanálnyi lgț lgt čajne_žličice čajna_žlička čajne_žličke žlička žličke žlički žličk kafena_kašičica kafene_kašičice mala_kašika male_kašike mala_žlica male_žlice кафена_лъжичка кафени_лъжички чаени_лъжички лъжичка лъжички кл_ч ч_лож чайної_л чайных_ложки чайних_ложки лажиче лажичиња κουταλάκι_του_καφέ κουταλάκια_του_καφέ κουταλάκι_καφέ κ_γλυκού κ_γλ κουτ_γ culleradeta culleradetes cullereta arbatinis_šaukštelis arbatinio_šaukštelio arbatiniai_šaukšteliai arbatinių_šaukštelių šaukštelis šaukštelio šaukšteliai šaukštelių a_š tējkarote tējkarotes tējk teelusikatäis teelusikatäit teskeið çay_qaşığı ჩაის_კოვზი թեյի_գդալ teelepel teelepels',
  ],
  [
    'tbsp',
    1,
    'eetl matsk c_soupe cuil_soupe cuillerée_à_soupe cuillerées_à_soupe cuillère_soupe cuillères_soupe cucchiaio_da_tavola cucchiai_da_tavola cucchiaio_da_minestra cucchiaiata cucchiaiate cuchara_sopera cucharas_soperas c_de_sopa c_sopa col_sopa łyż łyżka_stołowa łyżki_stołowe łyżek_stołowych łyżkę polévkové_lžíce polévkových_lžic polévkovou_lžíci polievkové_lyžice polievkových_lyžíc lž lyžíca lyžicu evőkanálnyi jušne_žlice jušnih_žlica žlici žlico velika_kašika velike_kašike velika_žlica velike_žlice kašika_velika супени_л столовые_л столових_л столовой_л столовых_ложки столових_ложки ст_лож лажица лажици κ_σούπας κουτ_σ κουταλιά_της_σ cullerada cullerades cullerada_sopera cullerades_soperes valgomasis_šaukštas valgomieji_šaukštai valgomųjų_šaukštų šaukštas šaukštai šaukšto šaukštų v_š ēdamkarote ēdamkarotes ēdk ēd_k supilusikas supilusikatäis supilusikatäit spl sl matskeið lugë_gjelle xörək_qaşığı სუფრის_კოვზი ճաշի_գդալ',
  ],
  [
    'cup',
    1,
    'chávena_de_chá filiżanka filiżanki szkl szklankę šálek šálku šálky šálka hrníček hrníčku šolja šolje šolju šoljica skodelica skodelice skodelici стак стаканчик кружка кружки горнятко чашу ceașcă cești ceaşcă ceşti φλ_τσ φλιτζ_τσ φλιτζάνι_τσαγιού φλιτζάνια_τσαγιού φλυτζάνι φλυτζάνια φλιτζανιού κούπας tassa tasses stiklinė stiklinės stiklinių puodelis puodelio glāze glāzes krūze krūzes klaas klaasi bolli bollar stəkan ჭიქა բաժակ koppie koppies',
  ],
  [
    'piece',
    1,
    'nos stck stckn stückchen stukje stukjes stukken styk stykk stykker stykke kawałek kawałki kawałków kousek kousky kúsok kúsky darabka kos kosi kosov kosa vnt gab gabals gabali парче парчета кусок куска кусков шматок шматки шматочок peça peças tükk tükki ədəd',
  ],
  [
    'pinch',
    1,
    'snuifje snuifjes mespunt mespuntje nyp knivspiss szczyptę szczypt csipetnyi csipetke késhegynyi prstohvati ščepec ščepca ščep щеп щипки щіпочка дрібочка vârf_de_cuțit vârf_de_cuţit pessic pessics žiupsnelis žiupsnis žiupsnelį šķipsniņa näpuotsatäis näpuotsaga hyppysellistä ripausta pitadas pointe_de_couteau prese på_spidsen',
  ],
  [
    'clove',
    1,
    'zeh ząb ząbka strok stroka stroki strokov česan čenova зубчиків часточка часточки зуб зубч зубка зубків зубці зубець скилидки σκελ grans skiltelė skiltelės skiltelių daiviņa daiviņas küüs küünt huisie huisies',
  ],
  [
    'slice',
    1,
    'scheibchen sneden schijf schijfjes schijven kromka kromki kromek krajíc krajíce krajíček ploška ploške šnite rezina rezine rezin lasca lascas rodela rodelas rodaja rodajas rondelle rondelles fettina fettine trancio tranci ломоть ломтя ломти φετούλες llesca llesques viilu viil viilua',
  ],
  [
    'can',
    1,
    'döschen latita boites boite puszce plechovce konzervu konzervy limenka limenke pločevinka pločevinke scatola scatole кон консерви cutii κουτάκι κουτάκια llauna llaunes tlk bundžiņa skardinė',
  ],
];

/** Words that stay as written. */
export const EUROPEAN_OTHER_UNITS =
  // English
  'thumb thumbs capful swirl chunks chunk jarful tinful trays gal gals pt pts doz rib ribs grind grinds twist twists pod pods pot pots wedge wedges bulb bulbs bar bars tube tubs roll rolls ball balls strand strands splashes pouch pouches sleeve tray ptns ptn bowl bowls ladle ladles dollop dollops drizzles shot shots jigger jiggers stems stem env envs ctn segment segments ' +
  // German
  'tüten schüsseln näpfchen röllchen bündchen sträußchen strauß zweiglein stiel stücken kännchen packungen päck pkte pkt schachtel schale schälchen kugel kugeln netz bd bde stängel stengel halm halme tafel tafeln riegel platte platten blättchen tube tuben hauch fläschchen töpfchen topf gläschen laib kolben staude stauden rispe rispen kelle kellen ring ringe streifen dutzend dtzd ecke kästchen pfd rippe rippen hand_voll barren dessertlöffel ' +
  // French
  'pointe pointes brindille brindilles gobelet gobelets rouleau sachets boulette dosette dosettes bonbonne portion portions ramequin ramequins rouleaux paquet paquets tablette tablettes plaquette plaquettes brique briques briquette barquette barquettes bocaux bouteille bouteilles tube bol bols trait traits goutte gouttes tige tiges tête têtes bulbe bulbes quartier quartiers lamelle lamelles morceau morceaux dose doses carré carrés carreau carreaux louches bâton bâtons grappe grappes étoile étoiles soupçon larme giclée nuage boule boules cuillère cuillères cuillerée cuillerées bouquet bouquets noix filet douzaine feuillet ' +
  // Spanish
  'cuchara cucharas cubeta manojito bolsas bolsitas tira tiras pastilla pastillas cubito cubitos cubo cubos tarrina tarrinas brik briks bolsa bolsita bandeja bandejas barra barras cabeza cabezas racimo racimos trozo trozos tallo tallos penca pencas hebra hebras gota gotas vasito vasitos botella botellas caja cajas cajita frasco frascos lámina láminas tableta tabletas cucharón cucharones docena gajo gajos envase envases atado atados mazo sobrecito porción porciones nuez lonja lonjas ramillete tarros manojos ' +
  // Italian
  'confezioni vaschetta vaschette brick panetto panetti cubetto cubetti rotolo rotoli tazzina tazzine bicchierino bicchierini ciotola mestolo mestoli filo goccia gocce spruzzata pezzetto gambo gambi stecca stecche testa cespo cespi mazzi mazzetti ciuffi pugno barattoli vasetti punta dozzina noce bustine manciate bottiglie ' +
  // Portuguese
  'tablete tabletes pote potes sachê sachês sache envelope envelopes pacotinho caixinhas caixas garrafa garrafas vidro vidros maços ramos raminho raminhos talo talos galho galhos cabeça cabeças posta postas pedaço pedaços concha conchas cubinho bola cálice dúzia copo_americano copos_americanos colher_de_sobremesa colheres_de_sobremesa latinha ' +
  // Dutch
  'struiken stronken bossen kroppen flessen glazen reepjes stengeltje scheutjes snuf eierdopje schep scheppen lepeltje tak struik stronk bol bollen stelen reep repen partje partjes blok blokken klont klontje klontjes druppel druppels potjes beker bekers bekertje kuipje kuipjes bakje bakjes bak doos doosje zak zakken rol rollen vel vellen flesje glaasje pond takken bolletje bolletjes lepel lepels dessertlepel blaadje ' +
  // Swedish, Danish, Norwegian
  'tuber flaskor kartonger askar korgar korg buntar bunt huvuden stængel stængler stengler stengel skåle begere dusk dusker påsar förpackningar kartong tub bit bitar port portioner tärning tärningar knippor droppe droppar klick klickar skvätt stänk huvud ark tumme dussin kaffekopp drys bakke bakker bæger bægre brev breve æske karton rulle ruller plade plader plate plater stang stænger stilk stilke stilker bundter håndfulde håndfull skvis dryp dråbe dråber dråper dråpe klat nip begre pakning terning terninger potte potter hoved hode strimler glass flasker klatt klatter skål ' +
  // Finnish
  'tanko tankoa suikale suikaletta rasiallinen pussillinen lasillinen kupillinen kuppia ps pss ras rasiaa purkkia paketti pakettia pll pullo pulloa plo tuubi tuubia puntti nippua oksaa varsi vartta loraus tilkka nokare kourallista annos annosta levy levyä kuutio kuutiota lasi lasia kerä kkp kahvikuppi ' +
  // Polish
  'słoików butelek kubków kropel plasterków puszek główek tabliczek porcji saszetek liścia wiązka kieliszek kieliszki kostki kostek kostka opak opakowania opakowań paczka paczki paczek torebka torebki torebek saszetka saszetki słoiki słoika słoiczek butelka butelki karton kubek kubki kubka kubeczek pęczki pęczków pęczka garści garstka gałązek listki listków listek krople kropli główki łodyga łodygi laska laski tabliczka tabliczki porcja porcje arkusz arkusze płat płaty łodyg ' +
  // Czech, Slovak
  'balíčků sáčků kelímků plechovek konzerv svazků hlaviček lahví sklenic krabiček stonků sklenka štamprle panák viečko snítek kapek hrstí větviček listů lístků kocka kocky kostky balíčky balíčku bal sáček sáčky sáčku vrecko vrecká vrecúško kelímky kelímku téglik téglika poháre sklenička pohárik hrsti hrstka hrstky hlavička hlavičky hlávky palice palička stonek stonky snítka snítky větvičky vetvičky lístky lístkov kapka kapky kvapka kvapky lahev láhev fľaša svazky trs trsy krabička krabičky tabulka tabulky ' +
  // Hungarian
  'pohárnyi bögrényi dobozka kupica csomagok csom zacskó tasak pohárka szálak ág rúd tábla karika adag tömb tekercs csepp cikk maroknyi ' +
  // Romanian
  'legături cuburi căpățâni păhărel ceșcuțe pungă pungi cutiuță plicuri pliculeț borcane sticlă sticle crenguțe crengi rămurică ramuri frunze foi căpățână căpăţână strop stropi picătură picături pumn mână mănunchi ceșcuță doză baton tabletă cub vârf_de_linguriță caserolă pahare ' +
  // Croatian, Serbian, Slovenian
  'vrećice kriški čaša štapić štapića zrno zrna kutija kutije šaka grančica limenki svežanj snop listić listića listovi grančice grana grane stabljika stabljike glavice struk struka ploča šake pregršt kap kapi kapljica kapljice kockica kockice kocke pakiranje pakiranja pakovanje pakovanja paketić paketića tegla tegle staklenke boca boce flaša flaše flašica vrečka vrečke zavitek zavitka zavojček šopek vejica vejice lonček kozarec pest čašica ' +
  // Russian, Ukrainian, Bulgarian
  'пучков кубиков пакетиков горстей плиток листок щепоток стручок зонтик зонтика соцветие соцветия пучечок пакетика вилок пласт пуч ветка ветки веток стебля стеблей стебли листья листьев листика листиков уп упак упаковки упаковок пакетики бутылок горстка горстки кубик кубика плитка плитки порция порции порций ложка ложки ложек стручка стручков перо пера перьев рюмка рюмки тарелка пиала брикет кольцо кольца долька дольки долек пластинка пластинки пластин бокал кувшин десертная_ложка десертных_ложки десертные_ложки дес_ложка на_кончике_ножа дюжина ' +
  'гілочок листків пачок головок крапель скибок гілка гілки листки листя жменька крапля краплі пакетики баночка пляшка пляшки кубики качан стебло стебла порції долька дольки скляночка десертна_ложка десертні_ложки ' +
  'листенца клонче клончета пак бутилка бутилки шепи капки кубчета пръчка шушулка китка кч кафена_чаша кафени_чаши пликче плик кутия лъжица лъжици връзчица ' +
  // Greek
  'μάτσα κεσέδες μπουκάλια βαζάκια κεφάλια ρίζες κύβους κλωνάκι κλωνάκια ταμπλέτα κλωναράκια ματσάκι μάτσο ποτηράκι ποτηράκια φλιτζανάκι συσκευασία συσκευασίες σακουλάκι σακουλάκια βαζάκι κεσές κεσεδάκια μπουκάλι ξυλάκι ξυλάκια στικ ρίζα σταγόνα σταγόνες κύβος κύβοι χούφτες δόση μερίδα μερίδες μεζούρα σφηνάκι πλάκα κουτάλι κουτάλια κλαδάκι κλαδάκια κλωνί ' +
  // Catalan, Baltic languages
  'got gots fulla fulles branca branques manat grapat pakelis pakelio pakeliai sauja ryšelis paciņa paciņas saujas peotäis oksa';

// Words for units in Cyrillic, Greek, Hebrew, Arabic, Devanagari, Thai and Hangul, and in more languages in Latin script

/** The same form as `CANONICAL_UNITS`. A factor of 2 is the dual of Arabic and Hebrew. */
export const WORLD_UNITS: [code: string, factor: number, words: string][] = [
  [
    'g',
    1,
    'г гр гм грам грама грами грамів грамм грамма граммов граммы γρ γραμμάρια γραμμάριο גרם גר גרמים ג׳ جرام جم غرام غ غم غرامات جرامات گرم گرام ग्राम กรัม ก ก. 그램 그람 gramov grama grame grammaa',
  ],
  [
    'kg',
    1,
    'кг кило килограм килограма килограмм килограмма килограммов кілограм кілограма кілограмів κιλό κιλά κιλο χγρ קג ק״ג קילו קילוגרם كجم كغ كغم كيلو كيلوغرام كيلوجرام کیلو کیلوگرم کلو کلوگرام किलो किलोग्राम กก กิโล กิโลกรัม 킬로 킬로그램 kilogrami kilograme kilogramme',
  ],
  ['mg', 1, 'мг ملغ'],
  [
    'ml',
    1,
    'мл миллилитр миллилитров миллилитра мілілітр мілілітрів милилитра милилитър μλ χιλιοστόλιτρα מל מ״ל מיליליטר مل مليلتر ملليلتر ملم میلی_لیتر میلیلیتر ملی_لیٹر मिली मिलीलीटर एमएल มล มิลลิลิตร 밀리리터 미리 mililitri mililitrov mililiter',
  ],
  ['dl', 1, 'дл δλ'],
  [
    'l',
    1,
    'л литр литра литров літр літра літрів литър литри λίτρο λίτρα λτ ליטר ל׳ لتر لترات ليتر لیتر لیٹر लीटर ลิตร 리터 litraa litru lít',
  ],
  ['l', 2, 'لتران لترين'],
  [
    'tsp',
    1,
    'чл ч_л ч_ложка ч_ложки чайн_ложка чайная_ложка чайные_ложки чайных_ложек чайной_ложки чайную_ложку чайна_ложка чайні_ложки чайних_ложок чайної_ложки чаена_лъжица чаена_лъжичка чаени_лъжички чаени_лъжици κγ κ_γ κουταλάκι κουταλάκια κουταλάκι_του_γλυκού κουταλάκια_του_γλυκού κουταλάκι_γλυκού κουταλάκια_γλυκού κτγ κουτ_γλυκού כפית כפיות כפ׳ ملعقة_صغيرة ملاعق_صغيرة ملعقة_شاي ملاعق_شاي ملعقة_شاى مص قاشق_چایخوری قاشق_چای‌خوری قاشق_مرباخوری چائے_کا_چمچ چائے_کے_چمچ چائے_کا_چمچہ چائے_کے_چمچے छोटा_चम्मच छोटे_चम्मच टी_स्पून टीस्पून छोटी_चम्मच छो_च ช้อนชา ชช 작은술 티스푼 ts linguriță linguriţă lingurițe linguriţe linguriță_de lingurita lingurite çay_kaşığı teelusikka teelusikallinen teelusikallista sendok_teh sdt muỗng_cà_phê thìa_cà_phê thìa_cafe muỗng_cafe kašičica kašičice kašičicu čajna_kašičica čajne_kašičice sudu_teh sudu_kecil',
  ],
  ['tsp', 2, 'ملعقتان_صغيرتان ملعقتين_صغيرتين'],
  [
    'tbsp',
    1,
    'стл ст_л ст_ложка ст_ложки ст_ложек столовая_ложка столовые_ложки столовых_ложек столовой_ложки столовую_ложку столова_ложка столові_ложки столових_ложок столової_ложки сл с_л супена_лъжица супени_лъжици κσ κ_σ κουταλιά κουταλιές κουταλιά_της_σούπας κουταλιές_της_σούπας κουταλιά_σούπας κουταλιές_σούπας κτσ κουτ_σούπας כף כפות كف ملعقة_كبيرة ملاعق_كبيرة ملعقة_طعام ملاعق_طعام ملعقة_أكل ملاعق_أكل ملعقة_سفرة مك قاشق_غذاخوری قاشق_سوپخوری قاشق_سوپ‌خوری قاشق_غذا‌خوری کھانے_کا_چمچ کھانے_کے_چمچ کھانے_کا_چمچہ کھانے_کے_چمچے बड़ा_चम्मच बड़े_चम्मच टेबल_स्पून टेबलस्पून बड़ी_चम्मच ब_च ช้อนโต๊ะ ชต 큰술 테이블스푼 밥숟가락 lingură linguri lingura yemek_kaşığı çorba_kaşığı rkl ruokalusikka ruokalusikallinen ruokalusikallista sendok_makan sdm muỗng_canh thìa_canh muỗng_súp thìa_súp kašika kašike kašiku kašika_za_supu supena_kašika supene_kašike sudu_besar',
  ],
  ['tbsp', 2, 'ملعقتان_كبيرتان ملعقتين_كبيرتين'],
  [
    'cup',
    1,
    'стакан стакана стаканов стаканы чашка чашки чашек склянка склянки склянок скл чч ч_ч чаша чаши чаена_чаша чаени_чаши φλιτζάνι φλιτζάνια φλ φλιτζ κούπα κούπες כוס כוסות كوب أكواب كأس كوبا اكواب پیمانه لیوان فنجان کپ پیالی कप ถ้วย ถ้วยตวง 컵 cană căni cana cani su_bardağı bardak fincan kuppi kuppia cangkir gelas cốc',
  ],
  ['cup', 2, 'كوبان كوبين'],
  ['oz', 1, 'унция унции унций ουγγιά אונקיה أونصة أونصات اونس اونصة أوقية औंस ออนซ์ 온스'],
  ['lb', 1, 'фунт фунта фунтов libră livră رطل پوند پاؤنڈ पाउंड ปอนด์ 파운드'],
  [
    'piece',
    1,
    'шт штук штука штуки штуку бр броя брой τεμ τεμάχιο τεμάχια τμχ κομμάτι κομμάτια יחידה יחידות יח׳ חתיכה حبة حبات حبّة قطعة قطع عدد دانه टुकड़ा टुकड़े नग ชิ้น 개 adet tane buc bucată bucăți bucata bucati kpl kappale kappaletta',
  ],
  ['piece', 2, 'حبتان حبتين'],
  [
    'pinch',
    1,
    'щепотка щепотки щепотку щепоть щіпка щіпки дрібка дрібки пучка щипка щипки πρέζα πρέζες τσιμπιά קורט קמצוץ رشة رشات قبصة پنس چٹکی چٹکی_بھر चुटकी चुटकी_भर หยิบมือ หยิบ 꼬집 praf tutam çimdik ripaus hyppysellinen sejumput jumput nhúm nhum prstohvata',
  ],
  [
    'clove',
    1,
    'зубчик зубчика зубчиков зубок зубка зубки зубчики зубчиків скилидка скилидки скилидка_чесън σκελίδα σκελίδες σκ שן שיני فص فصوص حبه جوے جوا कली कलियां कलियाँ กลีบ 쪽 톨 cățel căței catel catei diş kynsi kynttä siung ulas tép režnja režnjeva čen čena čenova',
  ],
  ['clove', 2, 'فصان فصين'],
  [
    'slice',
    1,
    'ломтик ломтика ломтиков ломтики кусочек кусочка скибка скибки скибочка скибочки филия филии резен резена φέτα φέτες פרוסה פרוסות شريحة شرائح برش سلائس स्लाइस แผ่น 장 felie felii dilim viipale viipaletta siivu siivua iris lát kriška kriški',
  ],
  [
    'can',
    1,
    'банка банки банок бляшанка консерва консерви κονσέρβα κονσέρβες κουτί פחית קופסת_שימורי קופסה קופסת קופסאות علبة علب معلبة قوطی कैन กระป๋อง 캔 통조림 conservă conserve cutie kutu tölkki tölkkiä kaleng lon konzerva konzerve konzervi',
  ],
];

/** Words that stay as written, and of which one is meant where no number stands before them. */
export const WORLD_OTHER_UNITS =
  'пучок пучка пучків пучков веточка веточки веточек гілочка гілочки лист листа листка листков листиков листочков головка головки головок пакет пакета пакетик пакетика пачка пачки пачек упаковка упаковки горсть горсти жменя жмені стебель стебля кочан кочана кочанов кочани стручок щепка капля капли капель бутылка бутылки ' +
  'връзка връзки глава глави пакет пакетче пакетчета пакета стрък стръка листа кофичка кофички буркан шепа кубче ' +
  'ματσάκι ματσάκια ματσο κλωνάρι κλωνάρια κλωναράκι φύλλο φύλλα φακελάκι φακελάκια φάκελος κεσεδάκι βάζο πακέτο πακέτα χούφτα ποτήρι ποτήρια κεφάλι ' +
  'חבילה חבילות חבילת צרור צרורות שקית שקיות עלה עלי עלים גביע גביעים ראש ענף ענפים קוביה חופן מיכל ' +
  'باقة حزمة عود عيدان ورقة أوراق كيس أكياس ظرف مغلف رأس ضمة حفنة ملعقة ملاعق عبوة بسته شاخه برگ قاشق مشت گٹھی گڈی پتے پیکٹ چمچ چمچے چمچہ ' +
  'चम्मच गुच्छा गुच्छी मुट्ठी पैकेट डंडी पत्ते गिलास कटोरी बाउल ' +
  'ฟอง เม็ด ลูก ใบ ตัว ต้น หัว ก้าน ห่อ ซอง ขวด ถุง ทัพพี กำ ดอก แท่ง ราก ผล ฝัก ช่อ ซีก ก้อน ชาม ' +
  '대 모 줌 스푼 숟갈 포기 마리 봉지 팩 줄기 뿌리 단 알 줄 봉 토막 국자 움큼 병 인분 송이 조각 ' +
  'legătură legături plic plicuri pahar pahare borcan fir fire crenguță foaie frunze frunză pachet pachete ' +
  'tatlı_kaşığı çay_bardağı paket demet dal avuç baş yaprak poşet şişe kase bağ ' +
  'prk purkki rs rasia ruukku ruukkua nippu nippua pussi pussia pala palaa oksa oksaa lehti lehteä kourallinen ' +
  'butir lembar batang buah ruas bungkus ikat genggam helai potong biji ekor siung papan sachet bonggol ' +
  'quả trái củ bó nhánh lá cây miếng gói chén bát con bắp hộp túi nắm lon chai ' +
  'kesica kesice veza vezica kruka krukor chorrito chorritos vršak';
