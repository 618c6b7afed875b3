/** Further words for units in the languages of Europe: spoons by their full names, containers and bundles. */

/** The same form as `CANONICAL_UNITS`. */
export const EUROPEAN_UNITS: [code: string, factor: number, words: string][] = [
  [
    'g',
    1,
    'gramos grames gramų grami gramai grammia grammi gramo gramms gramu γραμ γραμμ грамів грамма грамами გ გრამი գ',
  ],
  ['g', 100, 'etti ons hektos'],
  [
    'kg',
    1,
    'kila kilá kilogrammaa kilogramów kilograma kiló quilo quilos кила килограма килограми kilogramas',
  ],
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
