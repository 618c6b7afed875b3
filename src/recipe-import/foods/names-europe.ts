/** Names of the commonest foods. Columns: key, Swedish, Danish, Norwegian, Finnish, Czech, Russian, Ukrainian, Turkish, Greek. */
export const EUROPEAN_NAMES = `
onion | lök, gul lök, lökar | løg, zittauerløg | løk, gul løk | sipuli, keltasipuli | cibule | лук, репчатый лук, лук репчатый, луковица | цибуля, цибулина, цибуля ріпчаста, ріпчаста цибуля | soğan, kuru soğan | κρεμμύδι, ξερό κρεμμύδι
red onion | rödlök, rödlökar | rødløg | rødløk | punasipuli | červená cibule | красный лук, лук красный | червона цибуля | kırmızı soğan, mor soğan | κόκκινο κρεμμύδι
scallion | salladslök, salladslökar, vårlök | forårsløg | vårløk | kevätsipuli | jarní cibulka | зелёный лук, лук зелёный | зелена цибуля | taze soğan, yeşil soğan | φρέσκο κρεμμύδι, κρεμμυδάκι
shallot | schalottenlök, schalottenlökar | skalotteløg | sjalottløk | salottisipuli | šalotka | лук-шалот, шалот | цибуля шалот, шалот | arpacık soğan | εσαλότ
leek | purjolök, purjo | porre | purre, purreløk | purjo, purjosipuli | pórek | лук-порей, порей | цибуля-порей, порей | pırasa | πράσο
garlic | vitlök, vitlöksklyfta, vitlöksklyftor | hvidløg, hvidløgsfed | hvitløk, hvitløksfedd, hvitløksbåt | valkosipuli, valkosipulinkynsi, valkosipulinkynttä | česnek, stroužek česneku | чеснок, зубчик чеснока | часник, зубчик часнику | sarımsak, diş sarımsak | σκόρδο, σκελίδα σκόρδο
ginger | ingefära | ingefær | ingefær | inkivääri | zázvor | имбирь, корень имбиря | імбир, корінь імбиру | zencefil | τζίντζερ, πιπερόριζα
carrot | morot, morötter | gulerod, gulerødder | gulrot, gulrøtter | porkkana, porkkanoita | mrkev, mrkve | морковь, морковка, моркови | морква | havuç | καρότο
potato | potatis, potatisar | kartoffel, kartofler | potet, poteter | peruna, perunoita | brambora, brambor | картофель, картошка, картофелина | картопля, картоплина | patates | πατάτα
sweet potato | sötpotatis | sød kartoffel, søde kartofler | søtpotet | bataatti | batát, sladký brambor | батат, сладкий картофель | батат | tatlı patates | γλυκοπατάτα
tomato | tomat | tomat | tomat | tomaatti, tomaatteja | rajče, rajčata, rajčat | помидор, томат | помідор, томат | domates | ντομάτα, τομάτα
cherry tomato | körsbärstomat, cocktailtomat | cherrytomat | cherrytomat | kirsikkatomaatti, kirsikkatomaatteja | cherry rajče, cherry rajčata | помидор черри, черри | помідор черрі, черрі | çeri domates, kiraz domates | ντοματίνι, ντοματίνια
cucumber | gurka, slanggurka | agurk | agurk, slangeagurk | kurkku | okurka, salátová okurka | огурец, огурцы, огурца | огірок, огірки, огірка | salatalık | αγγούρι
bell pepper | paprika, röd paprika | peberfrugt, rød peberfrugt | paprika, rød paprika | paprika, punainen paprika | paprika, červená paprika | болгарский перец, сладкий перец, перец болгарский, перец сладкий | болгарський перець, солодкий перець, перець болгарський | dolmalık biber, kapya biber, kırmızı biber | πιπεριά, κόκκινη πιπεριά
chili | chili, chilipeppar, röd chili | chili, rød chili | chili, rød chili | chili, chilipaprika | chilli paprička, chilli | перец чили, острый перец, чили | перець чилі, гострий перець, чилі | acı biber, sivri biber | καυτερή πιπεριά, τσίλι
zucchini | zucchini, squash | squash, courgette | squash | kesäkurpitsa | cuketa | кабачок, кабачки, цукини, цуккини | кабачок, кабачки, цукіні | kabak | κολοκυθάκι, κολοκύθι
eggplant | aubergine | aubergine | aubergine | munakoiso | lilek | баклажан | баклажан | patlıcan | μελιτζάνα
cabbage | vitkål | hvidkål | hodekål, hvitkål | kaali, valkokaali | zelí, bílé zelí | капуста, белокочанная капуста, капуста белокочанная | капуста, білокачанна капуста | lahana, beyaz lahana | λάχανο
cauliflower | blomkål | blomkål | blomkål | kukkakaali | květák | цветная капуста, капуста цветная | цвітна капуста | karnabahar | κουνουπίδι
broccoli | broccoli | broccoli | brokkoli | parsakaali | brokolice | брокколи | броколі | brokoli | μπρόκολο
spinach | spenat, babyspenat | spinat | spinat | pinaatti | špenát | шпинат | шпинат | ıspanak | σπανάκι
lettuce | sallad, isbergssallad | salat, hovedsalat, icebergsalat | salat, isbergsalat | salaatti, jäävuorisalaatti | salát, hlávkový salát | салат, листья салата | салат, листя салату | marul | μαρούλι
celery | selleri, blekselleri, stjälkselleri | bladselleri | stangselleri | selleri, lehtiselleri, varsiselleri | řapíkatý celer | сельдерей, стебель сельдерея | селера | kereviz sapı | σέλερι, σέλινο
mushroom | champinjon, svamp | champignon | sjampinjong, sopp | herkkusieni, herkkusieniä, sieni, sieniä | žampion, žampiony, houba | шампиньон, гриб | печериця, печериці, гриб, шампіньйон | mantar | μανιτάρι
pumpkin | pumpa | græskar, hokkaido | gresskar | kurpitsa | dýně | тыква | гарбуз | bal kabağı | κολοκύθα
beet | rödbeta, rödbetor | rødbede | rødbete | punajuuri, punajuurta | červená řepa | свёкла, свекла | буряк | pancar | παντζάρι
corn | majs | majs | mais | maissi | kukuřice | кукуруза | кукурудза | mısır | καλαμπόκι
pea | ärt, ärtor, gröna ärtor | ært, ærter | ert, erter | herne, herneitä | hrášek | горошек, зелёный горошек, горох | горошок, зелений горошок, горох | bezelye | αρακάς, αρακά
green bean | haricots verts, gröna bönor | grønne bønner | aspargesbønner, grønne bønner | vihreä papu, vihreitä papuja | fazolky, zelené fazolky | стручковая фасоль, фасоль стручковая | стручкова квасоля | taze fasulye, yeşil fasulye | φασολάκι, φασολάκια
radish | rädisa, rädisor | radise | reddik | retiisi | ředkvička | редис, редиска | редис, редиска | turp | ραπανάκι
parsley | persilja, bladpersilja | persille, bredbladet persille | persille, bladpersille, kruspersille | persilja | petržel, petrželka, petržele | петрушка | петрушка | maydanoz | μαϊντανός, μαϊντανό
cilantro | koriander, färsk koriander | koriander | koriander | korianteri | koriandr | кинза, кориандр | кінза, коріандр | kişniş | κόλιανδρος, κόλιανδρο
basil | basilika | basilikum | basilikum | basilika | bazalka | базилик | базилік | fesleğen | βασιλικός, βασιλικό
dill | dill | dild | dill | tilli | kopr, kopru | укроп | кріп, кропу | dereotu | άνηθος, άνηθο
mint | mynta | mynte | mynte | minttu | máta | мята | м'ята | nane, taze nane | δυόσμος, δυόσμο, μέντα
thyme | timjan | timian | timian | timjami | tymián | тимьян, чабрец | чебрець, тим'ян | kekik | θυμάρι
rosemary | rosmarin | rosmarin | rosmarin | rosmariini | rozmarýn | розмарин | розмарин | biberiye | δεντρολίβανο
oregano | oregano | oregano | oregano | oregano | oregano | орегано | орегано | kekik otu | ρίγανη
avocado | avokado | avocado | avokado | avokado | avokádo | авокадо | авокадо | avokado | αβοκάντο
apple | äpple, äpplen | æble, æbler | eple, epler | omena, omenoita | jablko, jablek | яблоко, яблок | яблуко, яблук | elma | μήλο
banana | banan | banan | banan | banaani | banán | банан | банан | muz | μπανάνα
lemon | citron | citron | sitron | sitruuna | citron, citrón | лимон | лимон | limon | λεμόνι
lemon juice | citronsaft, citronjuice | citronsaft | sitronsaft | sitruunamehu, sitruunan mehu | citronová šťáva, citronové šťávy | лимонный сок, сок лимона | лимонний сік, сік лимона | limon suyu | χυμός λεμονιού, χυμό λεμονιού
lime | lime | lime | lime | lime, limetti | limetka, limeta | лайм | лайм | misket limonu | λάιμ, μοσχολέμονο
orange | apelsin | appelsin | appelsin | appelsiini | pomeranč | апельсин | апельсин | portakal | πορτοκάλι
strawberry | jordgubbe, jordgubbar | jordbær | jordbær | mansikka, mansikoita | jahoda, jahody, jahod | клубника | полуниця | çilek | φράουλα
raspberry | hallon | hindbær | bringebær | vadelma, vadelmia | malina, malin | малина | малина | ahududu, frambuaz | σμέουρο, βατόμουρο
blueberry | blåbär | blåbær | blåbær | mustikka, mustikoita | borůvka, borůvek | черника, голубика | чорниця, лохина | yaban mersini | μύρτιλο, μύρτιλλο
pear | päron | pære | pære | päärynä | hruška, hrušek | груша | груша | armut | αχλάδι
peach | persika, persikor | fersken | fersken | persikka | broskev, broskve | персик | персик | şeftali | ροδάκινο
grape | vindruva, vindruvor, druvor | vindrue, druer | drue, druer | viinirypäle, viinirypäleitä | hroznové víno | виноград | виноград | üzüm | σταφύλι
cherry | körsbär | kirsebær | kirsebær, moreller | kirsikka | třešeň, třešně, višeň, višně | вишня, черешня | вишня, черешня | kiraz, vişne | κεράσι, βύσσινο
raisin | russin | rosin | rosin | rusina, rusinoita | rozinka, rozinek | изюм | родзинки, родзинок, ізюм | kuru üzüm | σταφίδα
date | dadel, dadlar | daddel, dadler | daddel, dadler | taateli | datle, datlí | финик | фінік | hurma | χουρμάς, χουρμά, χουρμάδες
coconut | kokos, kokosflingor, riven kokos | kokos, kokosmel, revet kokos | kokos, kokosmasse | kookoshiutale, kookoshiutaleita | kokos, strouhaný kokos | кокосовая стружка, кокос | кокосова стружка, кокос | hindistan cevizi | ινδοκάρυδο, τριμμένη καρύδα
almond | mandel, mandlar | mandel, mandler | mandel, mandler | manteli | mandle, mandlí | миндаль | мигдаль | badem | αμύγδαλο
walnut | valnöt, valnötter | valnød, valnødder | valnøtt, valnøtter | saksanpähkinä | vlašské ořechy, vlašský ořech, vlašských ořechů | грецкий орех, грецкие орехи | волоський горіх, волоські горіхи | ceviz | καρύδι
hazelnut | hasselnöt, hasselnötter | hasselnød, hasselnødder | hasselnøtt, hasselnøtter | hasselpähkinä | lískové ořechy, lískový ořech | фундук | фундук, лісовий горіх | fındık | φουντούκι
peanut | jordnöt, jordnötter | jordnød, peanuts | peanøtt, peanøtter | maapähkinä | arašíd, arašídy | арахис | арахіс | yer fıstığı | αράπικο φιστίκι, φιστίκια αράπικα
sesame seed | sesamfrö, sesamfrön | sesamfrø | sesamfrø | seesaminsiemen, seesaminsiemeniä | sezam, sezamová semínka | кунжут | кунжут | susam | σουσάμι
butter | smör | smør | smør, meierismør | voi | máslo | сливочное масло, масло сливочное | вершкове масло, масло вершкове, масло | tereyağı, tereyağ | βούτυρο
milk | mjölk | mælk, sødmælk, letmælk | melk, helmelk, lettmelk | maito | mléko | молоко | молоко | süt | γάλα
cream | grädde, vispgrädde, matlagningsgrädde | fløde, piskefløde | fløte, kremfløte, matfløte | kerma, kuohukerma, vispikerma, ruokakerma | smetana ke šlehání, smetana | сливки, сливок | вершки, вершків | krema, sıvı krema | κρέμα γάλακτος
sour cream | gräddfil | creme fraiche, cremefraiche | rømme, lettrømme | hapankerma, kermaviili | zakysaná smetana, zakysané smetany, kysaná smetana | сметана | сметана | ekşi krema | ξινή κρέμα
yogurt | yoghurt, naturell yoghurt | yoghurt, græsk yoghurt | yoghurt, gresk yoghurt | jogurtti, turkkilainen jogurtti | jogurt, bílý jogurt | йогурт | йогурт | yoğurt, süzme yoğurt | γιαούρτι, στραγγιστό γιαούρτι
egg | ägg | æg | egg | kananmuna, kananmunia, muna | vejce, vajec, vajíčko | яйцо, яйца, яиц, куриное яйцо, яйцо куриное | яйце, яйця, яєць, куряче яйце | yumurta | αυγό, αβγό
egg white | äggvita, äggvitor | æggehvide | eggehvite | valkuainen, valkuaista, munanvalkuainen | bílek, bílky | яичный белок, белок яичный, белок | яєчний білок, білок | yumurta akı | ασπράδι, ασπράδι αυγού
egg yolk | äggula, äggulor | æggeblomme | eggeplomme | keltuainen, keltuaista, munankeltuainen | žloutek, žloutky | яичный желток, желток яичный, желток | яєчний жовток, жовток | yumurta sarısı | κρόκος, κρόκος αυγού, κρόκοι
cream cheese | färskost, philadelphiaost | flødeost | kremost | tuorejuusto, maustamaton tuorejuusto | krémový sýr, smetanový sýr | сливочный сыр, сыр сливочный, творожный сыр | вершковий сир, крем-сир | krem peynir, labne | τυρί κρέμα
mozzarella | mozzarella | mozzarella | mozzarella | mozzarella | mozzarella | моцарелла | моцарела | mozzarella, mozarella | μοτσαρέλα
parmesan | parmesan, parmesanost | parmesan, parmesanost | parmesan | parmesaani, parmesaanijuusto | parmezán, parmazán | пармезан | пармезан | parmesan, parmesan peyniri | παρμεζάνα
feta | fetaost, feta | feta, fetaost | fetaost | feta, fetajuusto | feta, balkánský sýr | фета | фета | beyaz peynir | φέτα, τυρί φέτα
chicken | kyckling | kylling | kylling | kana, broileri | kuře, kuřecí maso | курица, куриное мясо | курка, куряче м'ясо | tavuk, tavuk eti | κοτόπουλο
chicken breast | kycklingfilé, kycklingbröst | kyllingebryst, kyllingefilet, kyllingebrystfilet | kyllingfilet, kyllingbryst | broilerin rintafilee, kananrinta, broilerin fileitä | kuřecí prsa, kuřecích prsou | куриное филе, филе куриное, куриная грудка, филе куриной грудки | куряче філе, куряча грудка | tavuk göğsü | στήθος κοτόπουλο, στήθος κοτόπουλου, φιλέτο κοτόπουλο
beef | nötkött, högrev | oksekød | storfekjøtt, oksekjøtt | naudanliha | hovězí maso, hovězí | говядина | яловичина | dana eti, sığır eti | μοσχάρι, βοδινό
ground beef | nötfärs, köttfärs | hakket oksekød | kjøttdeig, karbonadedeig | jauheliha, naudan jauheliha | mleté hovězí, mleté hovězí maso | говяжий фарш, фарш говяжий | яловичий фарш | kıyma, dana kıyma | κιμάς, μοσχαρίσιος κιμάς, κιμά
pork | fläskkött | svinekød | svinekjøtt | sianliha, possu | vepřové maso, vepřové | свинина | свинина | domuz eti | χοιρινό
bacon | bacon | bacon | bacon | pekoni | slanina | бекон | бекон | bacon, füme et | μπέικον
ham | skinka | skinke | skinke | kinkku | šunka, šunky | ветчина | шинка | jambon | ζαμπόν
lamb | lammkött, lamm | lammekød, lam | lammekjøtt, lam | lammas, karitsa, karitsanliha | jehněčí maso, jehněčí | баранина | баранина | kuzu eti | αρνί, αρνάκι
sausage | korv, falukorv | pølse | pølse | makkara | klobása, párek | колбаса, сосиска | ковбаса, сосиска | sosis, sucuk | λουκάνικο
turkey | kalkon | kalkun | kalkun | kalkkuna | krůtí maso, krůta | индейка | індичка | hindi, hindi eti | γαλοπούλα
salmon | lax, laxfilé | laks, laksefilet | laks, laksefilet | lohi, lohta, lohifilee | losos | лосось, сёмга | лосось, сьомга | somon, somon balığı | σολομός, σολομό
tuna | tonfisk | tun, tunfisk | tunfisk | tonnikala | tuňák | тунец | тунець | ton balığı | τόνος, τόνο
shrimp | räka, räkor | reje, rejer | reke, reker | katkarapu, katkarapuja | kreveta, krevety | креветка, креветок | креветка, креветок | karides | γαρίδα
cod | torsk, torskfilé | torsk, torskefilet | torsk, torskefilet | turska | treska | треска | тріска | morina balığı | μπακαλιάρος, μπακαλιάρο
flour | vetemjöl, mjöl | hvedemel, mel | hvetemel, mel | vehnäjauho, vehnäjauhot, vehnäjauhoja, jauhoja | mouka, hladká mouka, polohrubá mouka | мука, пшеничная мука, мука пшеничная | борошно, пшеничне борошно, борошно пшеничне | un, buğday unu | αλεύρι, αλεύρι για όλες τις χρήσεις
cornstarch | majsstärkelse, maizena | majsstivelse, maizena | maisenna, maisstivelse | maissitärkkelys, maizena | kukuřičný škrob, solamyl | кукурузный крахмал, крахмал кукурузный | кукурудзяний крохмаль | mısır nişastası | κορν φλάουρ, άμυλο καλαμποκιού
oat | havregryn | havregryn | havregryn | kaurahiutale, kaurahiutaleita | ovesné vločky, ovesných vloček | овсяные хлопья, геркулес | вівсяні пластівці | yulaf, yulaf ezmesi | βρώμη, νιφάδες βρώμης
rice | ris, jasminris, basmatiris | ris, jasminris, basmatiris | ris, jasminris, basmatiris | riisi, basmatiriisi, jasmiiniriisi | rýže, basmati rýže | рис, длиннозёрный рис | рис | pirinç | ρύζι
pasta | pasta, makaroner | pasta | pasta, makaroni | pasta, makaroni | těstoviny, těstovin | макароны, макарон, паста | макарони, паста | makarna | ζυμαρικά, μακαρόνια
spaghetti | spaghetti, spagetti | spaghetti | spaghetti, spagetti | spagetti | špagety, špaget | спагетти | спагеті | spagetti | σπαγγέτι, σπαγέτι
breadcrumb | ströbröd | rasp | strøbrød, griljermel | korppujauho, korppujauhoja | strouhanka | панировочные сухари, сухари панировочные | панірувальні сухарі | galeta unu | φρυγανιά τριμμένη, τριμμένη φρυγανιά
semolina | mannagryn | semulje | semulegryn | mannasuurimo, mannasuurimoita | krupice, krupička, dětská krupička | манка, манная крупа | манка, манна крупа | irmik | σιμιγδάλι
bulgur | bulgur | bulgur | bulgur | bulgur | bulgur, bulguru | булгур | булгур | bulgur | πλιγούρι
couscous | couscous | couscous | couscous | couscous | kuskus | кускус | кускус | kuskus | κουσκούς
lentil | lins, linser | linse, linser | linse, linser | linssi, linssejä | čočka | чечевица | сочевиця | mercimek, yeşil mercimek | φακή, φακές
chickpea | kikärt, kikärter, kikärtor | kikært, kikærter | kikert, kikerter | kikherne, kikherneitä | cizrna | нут | нут | nohut | ρεβίθι, ρεβίθια
white bean | vita bönor | hvide bønner | hvite bønner | valkoinen papu, valkoisia papuja | bílé fazole | белая фасоль, фасоль белая | біла квасоля | kuru fasulye | φασόλι, φασόλια
kidney bean | kidneybönor, kidneyböna | kidneybønner | kidneybønner | kidneypapu, kidneypapuja | červené fazole | красная фасоль, фасоль красная | червона квасоля | barbunya | κόκκινα φασόλια
tofu | tofu | tofu | tofu | tofu | tofu | тофу | тофу | tofu | τόφου
sugar | socker, strösocker | sukker | sukker | sokeri | cukr, krupicový cukr, cukr krupice | сахар, сахарный песок | цукор, цукру | şeker, toz şeker | ζάχαρη
brown sugar | farinsocker, brunt farinsocker, råsocker | brun farin, rørsukker, farin | brunt sukker | fariinisokeri, ruokosokeri | třtinový cukr, hnědý cukr | коричневый сахар, тростниковый сахар | коричневий цукор | esmer şeker | μαύρη ζάχαρη, καστανή ζάχαρη
powdered sugar | florsocker | flormelis | melis | tomusokeri | moučkový cukr, cukr moučka | сахарная пудра | цукрова пудра | pudra şekeri, pudra şeker | άχνη ζάχαρη, ζάχαρη άχνη
vanilla sugar | vaniljsocker | vaniljesukker, vanillesukker | vaniljesukker | vaniljasokeri, vanilliinisokeri | vanilkový cukr, vanilkového cukru | ванильный сахар, ванильного сахара | ванільний цукор | vanilya, şekerli vanilin, vanilin | βανίλια
honey | honung, flytande honung | honning | honning | hunaja | med | мёд | мед | bal | μέλι
baking powder | bakpulver | bagepulver | bakepulver | leivinjauhe, leivinjauhetta | prášek do pečiva, kypřicí prášek | разрыхлитель, разрыхлитель теста | розпушувач, розпушувач тіста | kabartma tozu | μπέικιν πάουντερ, μπέικιν
baking soda | bikarbonat | natron | natron | ruokasooda, sooda | jedlá soda, soda | сода, пищевая сода, сода пищевая | сода, харчова сода | karbonat | μαγειρική σόδα, σόδα
yeast | jäst, torrjäst | gær, tørgær | gjær, tørrgjær | hiiva, kuivahiiva | droždí, kvasnice, sušené droždí | дрожжи, сухие дрожжи, дрожжи сухие, дрожжей | дріжджі, сухі дріжджі, дріжджів | maya, kuru maya, instant maya | μαγιά, ξηρή μαγιά
gelatin | gelatin, gelatinblad | husblas | gelatin, gelatinplater | liivate, liivatelehti, liivatelehteä | želatina, plátek želatiny | желатин | желатин | jelatin | ζελατίνη
cocoa powder | kakao, kakaopulver | kakao, kakaopulver | kakao, kakaopulver | kaakao, kaakaojauhe, kaakaojauhetta | kakao, kakaa | какао, какао-порошок | какао, какао-порошок | kakao | κακάο
chocolate | choklad, mörk choklad | chokolade, mørk chokolade | sjokolade, kokesjokolade, mørk sjokolade | suklaa, tumma suklaa | čokoláda, hořká čokoláda | шоколад, тёмный шоколад | шоколад, темний шоколад | çikolata, bitter çikolata | σοκολάτα, κουβερτούρα
oil | olja, rapsolja, neutral olja | olie, rapsolie | olje, rapsolje | öljy, rypsiöljy, ruokaöljy | olej, slunečnicový olej, řepkový olej | растительное масло, масло растительное, подсолнечное масло, масло подсолнечное | олія, соняшникова олія, рослинна олія | sıvı yağ, ayçiçek yağı, sıvıyağ | λάδι, σπορέλαιο, ηλιέλαιο
olive oil | olivolja | olivenolie | olivenolje | oliiviöljy | olivový olej, olivového oleje | оливковое масло, масло оливковое | оливкова олія | zeytinyağı | ελαιόλαδο
vinegar | vinäger, ättika, vitvinsvinäger | eddike, hvidvinseddike | eddik, hvitvinseddik | viinietikka, etikka | ocet, octa | уксус | оцет, оцту | sirke | ξύδι, ξίδι
soy sauce | soja, sojasås, japansk soja | soja, sojasauce | soyasaus | soijakastike, soijakastiketta | sójová omáčka, sójové omáčky | соевый соус, соус соевый | соєвий соус | soya sosu | σόγια σος, σάλτσα σόγιας
mustard | senap, dijonsenap | sennep, dijonsennep | sennep, dijonsennep | sinappi, dijonsinappi | hořčice, dijonská hořčice | горчица, дижонская горчица | гірчиця | hardal | μουστάρδα
mayonnaise | majonnäs | mayonnaise | majones | majoneesi | majonéza | майонез | майонез | mayonez | μαγιονέζα
ketchup | ketchup | ketchup | ketchup | ketsuppi | kečup | кетчуп | кетчуп | ketçap | κέτσαπ
tomato paste | tomatpuré | tomatpuré, tomatkoncentrat | tomatpuré | tomaattipyree, tomaattipyreetä, tomaattisose | rajčatový protlak, rajský protlak, rajčatového protlaku | томатная паста, томатной пасты | томатна паста | domates salçası, salça | πελτές, τοματοπολτός, πελτέ
coconut milk | kokosmjölk | kokosmælk | kokosmelk | kookosmaito | kokosové mléko, kokosového mléka | кокосовое молоко | кокосове молоко | hindistan cevizi sütü | γάλα καρύδας
salt | salt, flingsalt, havssalt | salt, groft salt, flagesalt | salt, havsalt | suola, merisuola | sůl, soli | соль, поваренная соль, морская соль | сіль, солі | tuz, deniz tuzu | αλάτι
black pepper | svartpeppar, peppar | peber, sort peber | pepper, svart pepper | mustapippuri, pippuri | pepř, černý pepř, mletý pepř | чёрный перец, перец чёрный, молотый чёрный перец, перец чёрный молотый | чорний перець, перець чорний, мелений чорний перець | karabiber | πιπέρι, μαύρο πιπέρι
paprika | paprikapulver | paprika, sød paprika | paprikapulver | paprikajauhe, paprikajauhetta | mletá paprika, sladká paprika, sladká mletá paprika | паприка, молотая паприка | паприка, мелена паприка | toz biber, toz kırmızı biber | πάπρικα
cinnamon | kanel | kanel | kanel | kaneli | skořice | корица | кориця | tarçın | κανέλα
cumin | spiskummin | spidskommen | spisskummen | juustokumina | římský kmín | зира, кумин | зіра, кумін | kimyon | κύμινο
turmeric | gurkmeja | gurkemeje | gurkemeie | kurkuma | kurkuma | куркума | куркума | zerdeçal | κουρκουμάς
bay leaf | lagerblad | laurbærblad, laurbærblade | laurbærblad, laurbærblader | laakerinlehti, laakerinlehteä | bobkový list | лавровый лист | лавровий лист | defne yaprağı | δάφνη, φύλλο δάφνης
nutmeg | muskot, muskotnöt | muskatnød | muskatnøtt, muskat | muskottipähkinä, muskotti | muškátový oříšek, muškátový květ | мускатный орех | мускатний горіх | muskat, muskat cevizi | μοσχοκάρυδο
vanilla extract | vaniljextrakt | vaniljeekstrakt | vaniljeekstrakt | vaniljauute, vaniljauutetta | vanilkový extrakt, vanilkového extraktu | ванильный экстракт | ванільний екстракт | vanilya özütü | εκχύλισμα βανίλιας
cardamom | kardemumma | kardemomme | kardemomme | kardemumma | kardamom | кардамон | кардамон | kakule | κάρδαμο
saffron | saffran | safran | safran | sahrami | šafrán | шафран | шафран | safran | σαφράν, κρόκος κοζάνης
stock | buljong, kycklingbuljong, kycklingfond | bouillon, hønsebouillon, fond | buljong, kyllingbuljong, kyllingkraft | kanaliemi, lihaliemi, liemi | vývar, kuřecí vývar | бульон, куриный бульон | бульйон, курячий бульйон | et suyu, tavuk suyu | ζωμός, ζωμός κότας, ζωμό
vegetable stock | grönsaksbuljong, grönsaksfond | grøntsagsbouillon | grønnsaksbuljong, grønnsakskraft | kasvisliemi | zeleninový vývar | овощной бульон | овочевий бульйон | sebze suyu | ζωμός λαχανικών, ζωμό λαχανικών
water | vatten, varmt vatten, kallt vatten | vand, lunkent vand, koldt vand | vann, lunkent vann | vesi, vettä, kuuma vesi | voda, vlažná voda, teplá voda | вода, тёплая вода, холодная вода | вода, тепла вода | su, ılık su, sıcak su, soğuk su | νερό, χλιαρό νερό, ζεστό νερό
white wine | vitt vin, torrt vitt vin | hvidvin | hvitvin | valkoviini | bílé víno | белое вино, сухое белое вино, вино белое сухое | біле вино, сухе біле вино | beyaz şarap | λευκό κρασί, άσπρο κρασί
red wine | rött vin, rödvin | rødvin | rødvin | punaviini | červené víno | красное вино, сухое красное вино | червоне вино | kırmızı şarap | κόκκινο κρασί
bread | bröd | brød | brød | leipä, leipää | chléb, chleba | хлеб | хліб, хліба | ekmek | ψωμί
olive | oliv, svarta oliver | oliven, sorte oliven | oliven, svarte oliven | oliivi, oliiveja | oliva, olivy, oliv | оливка, маслина | оливка, маслина | zeytin, siyah zeytin | ελιά
peanut butter | jordnötssmör | peanutbutter, jordnøddesmør | peanøttsmør | maapähkinävoi | arašídové máslo | арахисовая паста | арахісова паста | fıstık ezmesi | φυστικοβούτυρο
`;
