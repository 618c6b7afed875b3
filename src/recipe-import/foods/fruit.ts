/** Names of fruit and nuts, in the columns of `VEGETABLES`. */
export const FRUIT = `
apple | cooking apple, granny smith apple, bramley apple, eating apple | Apfel, Äpfel | pomme | manzana | mela | appel, appels | maçã | jabłko, jabłka, jabłek
apricot | | Aprikose, Marille | abricot | albaricoque, damasco | albicocca | abrikoos, abrikozen | damasco, alperce | morela
banana | ripe banana | Banane | banane | plátano, banana | banana | banaan, bananen | banana | banan
blackberry | | Brombeere | mûre | mora, zarzamora | mora | braam, bramen | amora | jeżyna
blackcurrant | black currant | schwarze Johannisbeere, Cassis | cassis | grosella negra | ribes nero | zwarte bes, zwarte bessen | groselha negra | czarna porzeczka
blueberry | bilberry | Heidelbeere, Blaubeere | myrtille | arándano | mirtillo | blauwe bes, blauwe bessen, bosbes | mirtilo | borówka, jagoda
cherry | sweet cherry, sour cherry | Kirsche, Sauerkirsche, Süßkirsche | cerise, griotte | cereza, guinda | ciliegia, amarena | kers, kersen | cereja, ginja | wiśnia, czereśnia
coconut | desiccated coconut, shredded coconut, coconut flake, flaked coconut | Kokosnuss, Kokosraspel, Kokosflocken | noix de coco, noix de coco râpée | coco, coco rallado | cocco, cocco grattugiato, noce di cocco | kokos, geraspte kokos, kokosnoot | coco, coco ralado | kokos, wiórki kokosowe
cranberry | | Cranberry, Cranberries, Moosbeere | canneberge | arándano rojo | mirtillo rosso | cranberry, veenbes | arando | żurawina
dried cranberry | craisin | getrocknete Cranberry, getrocknete Cranberries | canneberge séchée | arándano rojo seco | mirtillo rosso essiccato | gedroogde cranberry | arando seco | suszona żurawina
currant | dried currant, zante currant | Korinthe | raisin de corinthe | pasa de corinto | uva di corinto | krent | passa de corinto | rodzynka koryncka
date | medjool date, pitted date | Dattel | datte | dátil | dattero | dadel | tâmara | daktyl
fig | dried fig | Feige | figue | higo | fico, fichi | vijg | figo | figa
grape | seedless grape, red grape, green grape | Traube, Weintraube | raisin, raisin blanc, raisin noir | uva | uva | druif, druiven | uva | winogrono
grapefruit | | Grapefruit, Pampelmuse | pamplemousse | pomelo, toronja | pompelmo | grapefruit | toranja | grejpfrut
kiwi | kiwifruit, kiwi fruit | Kiwi | kiwi | kiwi | kiwi | kiwi | kiwi, quivi | kiwi
lemon | unwaxed lemon, organic lemon | Zitrone, Bio-Zitrone, Biozitrone | citron, citron jaune | limón | limone | citroen | limão siciliano, limão | cytryna
lemon juice | juice of lemon, lemon's juice, fresh lemon juice | Zitronensaft | jus de citron | zumo de limón, jugo de limón | succo di limone | citroensap | suco de limão, sumo de limão | sok z cytryny, sok cytrynowy
lemon zest | lemon peel, grated lemon zest, zest of lemon | Zitronenschale, Zitronenabrieb | zeste de citron | ralladura de limón | scorza di limone | citroenrasp, citroenschil | raspa de limão | skórka z cytryny, skórka cytrynowa
lime | | Limette | citron vert, lime | lima | lime | limoen | lima | limonka, limetka
lime juice | fresh lime juice | Limettensaft | jus de citron vert, jus de lime | zumo de lima, jugo de lima | succo di lime | limoensap | sumo de lima, suco de lima | sok z limonki
mango | | Mango | mangue | mango | mango | mango | manga | mango
melon | cantaloupe, honeydew melon, honeydew | Melone, Honigmelone | melon | melón | melone | meloen | melão, meloa | melon
nectarine | | Nektarine | nectarine | nectarina | pesca noce, nettarina | nectarine | nectarina | nektarynka
orange | navel orange, blood orange | Orange, Apfelsine, Bio-Orange, Blutorange | orange | naranja | arancia, arance | sinaasappel, sinaasappels | laranja | pomarańcza
orange juice | fresh orange juice | Orangensaft | jus d'orange | zumo de naranja, jugo de naranja | succo d'arancia | sinaasappelsap | sumo de laranja, suco de laranja | sok pomarańczowy
orange zest | orange peel, grated orange zest | Orangenschale, Orangenabrieb | zeste d'orange | ralladura de naranja | scorza d'arancia | sinaasappelrasp | raspa de laranja | skórka pomarańczowa, skórka z pomarańczy
papaya | | Papaya | papaye | papaya | papaya | papaja | mamão, papaia | papaja
passion fruit | passionfruit | Passionsfrucht, Maracuja | fruit de la passion | maracuyá, fruta de la pasión | frutto della passione | passievrucht | maracujá | marakuja
peach | | Pfirsich, Pfirsiche | pêche | melocotón, durazno | pesca, pesche | perzik | pêssego | brzoskwinia
pear | | Birne | poire | pera | pera | peer, peren | pera, pêra | gruszka
pineapple | | Ananas | ananas | piña | ananas | ananas | abacaxi, ananás | ananas
plum | | Pflaume, Zwetschge, Zwetsche | prune, quetsche | ciruela | prugna, susina | pruim | ameixa | śliwka
pomegranate | pomegranate seed | Granatapfel, Granatapfelkerne | grenade | granada | melagrana, melograno | granaatappel | romã | granat
prune | dried plum | Backpflaume, Trockenpflaume, Dörrpflaume | pruneau | ciruela pasa | prugna secca | gedroogde pruim, pruimedant | ameixa seca | suszona śliwka
quince | | Quitte | coing | membrillo | mela cotogna | kweepeer | marmelo | pigwa
raisin | sultana, golden raisin | Rosine, Sultanine | raisin sec, raisins secs | pasa, uva pasa | uvetta, uva passa, uva sultanina | rozijn | uva passa, passa, uva-passa | rodzynka, rodzynki
raspberry | | Himbeere | framboise | frambuesa | lampone | framboos, frambozen | framboesa | malina
red currant | redcurrant | rote Johannisbeere, Johannisbeere | groseille | grosella | ribes rosso, ribes | rode bes, aalbes | groselha | czerwona porzeczka, porzeczka
rhubarb | | Rhabarber | rhubarbe | ruibarbo | rabarbaro | rabarber | ruibarbo | rabarbar
strawberry | | Erdbeere | fraise | fresa, frutilla | fragola | aardbei, aardbeien | morango | truskawka
tangerine | mandarin, clementine, satsuma | Mandarine, Clementine | mandarine, clémentine | mandarina, clementina | mandarino, clementina | mandarijn | tangerina, mandarina | mandarynka
watermelon | | Wassermelone | pastèque | sandía | anguria, cocomero | watermeloen | melancia | arbuz
almond | whole almond, blanched almond | Mandel | amande | almendra | mandorla | amandel | amêndoa | migdał, migdały
sliced almond | flaked almond, slivered almond | Mandelblättchen, Mandelstift | amande effilée, amandes effilées | almendra laminada | mandorla a lamelle, mandorle a lamelle | amandelschaafsel | amêndoa laminada, amêndoa em lascas | płatki migdałów, płatki migdałowe
ground almond | almond meal, almond flour | gemahlene Mandel, gemahlene Mandeln, Mandelmehl | amande en poudre, poudre d'amande, poudre d'amandes, amandes en poudre | almendra molida, harina de almendra | farina di mandorle | amandelmeel, gemalen amandelen | farinha de amêndoa, amêndoa moída | mąka migdałowa, mielone migdały
brazil nut | | Paranuss | noix du brésil | nuez de brasil | noce del brasile | paranoot | castanha-do-pará | orzech brazylijski
cashew | cashew nut | Cashew, Cashewkern, Cashewnuss | noix de cajou | anacardo | anacardo, anacardi | cashewnoot, cashewnoten | caju, castanha de caju | orzech nerkowca, nerkowce
chestnut | | Marone, Kastanie, Esskastanie | châtaigne, marron | castaña | castagna, marrone | kastanje | castanha | kasztan
hazelnut | filbert | Haselnuss, Haselnüsse | noisette | avellana | nocciola | hazelnoot, hazelnoten | avelã | orzech laskowy, orzechy laskowe
macadamia | macadamia nut | Macadamia, Macadamianuss | noix de macadamia | nuez de macadamia | noce di macadamia | macadamianoot | macadâmia | orzech makadamia
peanut | groundnut | Erdnuss, Erdnüsse | cacahuète, cacahouète, arachide | cacahuete, maní, cacahuate | arachide, arachidi | pinda | amendoim | orzeszek ziemny, orzeszki ziemne, orzechy ziemne
pecan | pecan nut, pecan half | Pekannuss, Pekannüsse | noix de pécan | nuez pecana, pecana | noce pecan, noci pecan | pecannoot, pecannoten | noz-pecã | orzech pekan, pekany
pine nut | pignoli, pinenut | Pinienkern | pignon, pignon de pin | piñón, piñones | pinolo | pijnboompit, pijnboompitten | pinhão, pinhões | orzeszek piniowy, orzeszki piniowe
pistachio | pistachio nut | Pistazie | pistache | pistacho | pistacchio | pistachenoot, pistache | pistache, pistácio | pistacja
walnut | walnut half | Walnuss, Walnüsse, Baumnuss | noix, cerneau de noix, cerneaux de noix | nuez, nueces | noce, noci, gheriglio di noce | walnoot, walnoten | noz, nozes | orzech włoski, orzechy włoskie
`;
