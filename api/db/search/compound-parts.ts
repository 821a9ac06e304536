/**
 * Common parts of German compounds, in lower case and without linking letters. Common syllables ("ver", "ung", "ion") are left out, because they
 * would split half of all words. Each workspace also adds the words of its articles.
 */
export const compoundParts: ReadonlySet<string> = new Set(
  `
abend abfahrt abfall abgabe abgas abgeordnet abhängigkeit abkommen abschluss abschnitt absicht abstand abstimmung abteilung abwasser achse acker
adresse agentur akte aktie aktion akustik alarm algorithmus alltag alter altstadt ampel amt analyse anbieter anfang anfrage angebot
angestellt angriff anhang anhörung anlage anleger anlass anleitung anmeldung annahme anschluss anspruch anteil antrag antrieb antwort anwalt anwendung
anzahl anzeige apparat arbeit archiv arm armee artikel arzt asphalt asyl atem atom aufgabe aufklärung auflage aufsicht auftrag aufwand
aufzug auge ausbau ausbildung ausfahrt ausfall ausgabe ausgang auskunft ausland ausschreibung ausschuss außen aussicht ausstattung ausstellung austausch ausweis auto autobahn
automat autor bach bad bagger bahn bahnhof bahnsteig balken ball band bank barriere batterie bau bauer baum baustelle beamt becken
bedarf bedienung bedingung beginn begriff behandlung behinderung behörde beirat beispiel beitrag belastung beleuchtung bereich berg bergbau bericht beruf
beschäftigung bescheid beschleunigung beschluss beschwerde besitz besuch besucher betrag betrieb bevölkerung bewegung beweis bewertung beziehung bezirk bibliothek biene
bier bild bildschirm bildung binnen bio blatt blei blick blitz block blume blut boden bogen bohr bohrung boot bord börse bote
brand braunkohle bremse brenn brett brief brot bruch brücke brunnen brust buch buchung bucht budget bühne bund bürger burg büro bus
chance chef chemie chip chor code computer dach damm dampf datei daten datenbank datenschutz dauer decke deich demokratie denkmal depot dezernat dialog
dichte dieb dienst dienstleistung diesel ding diskussion distanz doppel dorf draht dreh druck durchfahrt durchführung düse ebene echt
ehe ehren eigentum eile einbau einfahrt einfluss einfuhr eingang einheit einkauf einkommen einsatz einspruch einstieg eintritt einwohner einzel eis eisen eisenbahn
elbe elektro eltern emission empfang ende energie engpass entgelt entlastung entscheidung entschädigung entwicklung entwurf epoche erbe erdgas erde erdöl ereignis erfahrung erfolg
ergebnis erhaltung erhöhung erklärung erlebnis ermittlung erneuerung ernährung ernte ersatz ertrag erwerb erz erzeugung etat export fabrik fach fahne
fahr fahrbahn fahrer fahrgast fahrplan fahrrad fahrt fahrzeug fall familie farbe fassade feder fehler feier feind feld fenster ferien
fern fernseh fernverkehr fest festung feuer feuerwehr film finanz finanzierung firma fisch fläche flagge flasche fleisch flotte flucht flug flughafen flugzeug
fluss flut folge fonds förderung form formel forscher forschung forst fort fortschritt foto fracht frage fraktion frau freiheit freizeit fremd frequenz freund frieden frist
frost frucht früh funk funktion fuß fußgänger futter gang garten gas gasse gast gatter gebäude geber gebiet gebirge gebot gebühr geburt gedanke gefahr
gefängnis gegend gegenstand gehalt gehör geist geld gelände gelenk gemeinde gemeinschaft gemüse genehmigung generator genossenschaft gepäck gerät gericht geruch gesamt geschäft geschichte geschirr geschlecht
geschwindigkeit gesellschaft gesetz gesicht gespräch gestaltung gestein gesundheit getreide gewalt gewässer gewerbe gewerkschaft gewicht gewinn gewitter gipfel giro glas glaube gleich gleis
glied glück gold gott grad graben gremium grenze groß großstadt grube grund gruppe gut güter güterverkehr güterzug haft hafen halle halt haltestelle
halter haltung hand handel handlung hang haupt hauptbahnhof haus haushalt haut hebel heft heide heim heimat heizung held hemd herbst herd
herkunft hersteller herstellung herz hilfe himmel hinweis hitze hobby hoch hochschule hochspannung hochwasser hof höhe holz homeoffice honorar horn hotel
hügel hund hybrid idee impf import impuls industrie information infrastruktur ingenieur inhalt initiative innen innenstadt insel insolvenz inspektion institut instrument intelligenz
interesse internet inventar investition jagd jahr jahrhundert journal jubiläum jugend jury justiz kabel kabinett kaffee kai kaiser kalender kalk kälte
kamera kammer kampagne kampf kanal kandidat kanzlei kanzler kapazität kapital karte kasse kasten katastrophe kauf kern kernkraft kette kessel
kind kino kirche klage klang klasse klausel kleid klein klima klimaschutz klinik knoten koalition koffer kohle kolonne komfort kommission kommunal kommunikation
komponente konferenz konflikt kongress könig konjunktur kontakt konto kontrolle konzept konzern konzert kooperation kopf kopie korb korridor korruption kosten kraft
kraftstoff kraftwerk kran krank krankenhaus krankheit krebs kredit kreis kreuz kreuzung krieg krise kritik küche kugel kultur kunde kündigung kunst kupfer
kurs kurve kürzung küste labor lack lade laden ladung lager lampe land landkreis landschaft landtag landwirtschaft länge lärm lärmschutz last laster lauf
laut leben lebensmittel leder leere legende lehre lehrer leicht leistung leit leiter leitstelle leitung lenkung leser leute licht liebe liefer lieferung limit linie
link liste liter lizenz loch logistik lohn lokal lokomotive lösung lücke luft luftraum lunge macht mädchen magazin magnet mahnung maler mangel mann
manöver marke markt maschine maske maß masse maßnahme mast material mauer maut medien medikament medizin meer mehrheit meile meister meldung menge mensch
merkmal messe messung metall meter methode miete milch militär mindest minister ministerium minute mischung mitarbeiter mitglied mittag mitte mittel mobilfunk mobilität modell
modul moment monat mond montage moor moral mord morgen motor mühle müll mund münze museum musik muster mutter mutterschutz nachbar nachfrage
nachricht nacht nachwuchs nadel nagel nahrung nahverkehr name natur naturschutz nebel neben nebenstrecke nehmer netz neubau nieder niederlage niveau nord norm not note notfall nummer nutzer nutzung
ober oberfläche oberleitung objekt obst ofen öffentlichkeit öffnung ohr öko oper opfer opposition ordner ordnung organ organisation ort osten paket
palast panne papier park parkplatz parlament partei partner pass passagier patent patient pause pegel pendler pension person personal personenverkehr pfad pfahl pfand pferd
pflanze pflege pflicht pilot pilz plan planung platte platz polizei politik politiker portal position post praxis preis presse prinzip priorität privat
probe problem produkt produktion produzent professor programm projekt protest protokoll prozent prozess prüfer prüfung publikum pumpe punkt pünktlichkeit qualität quartal quartier quelle
quote rad radar radio radverkehr radweg rahmen rakete rampe rand rangier rasen rat rathaus raub rauch raum rechner rechnung recht rede redaktion reform regel regelung regen
region regierung register reibung reich reichweite reifen reihe reinigung reise reisend reiz rekord religion rente reparatur reserve ressort rest restaurant rettung revision richter richtlinie
richtung riese ring risiko riss ritter robe roboter rohr rohstoff rolle roman rose route rück rücken ruf ruhe rundfunk rüstung
sache saison salz sand sanierung satellit satz säule schacht schaden schaf schalter schalt scharf schatten schau schaufel schein schema schere schicht schiene
schiff schild schlacht schlaf schlag schlange schlauch schließ schloss schluss schlüssel schmerz schmutz schnee schnell schnellfahrstrecke schnitt schnittstelle schotter schrank schranke schraube schrift schritt
schuh schuld schule schüler schulung schuss schutz schwamm schwein schwelle schwer schwerpunkt schwester schwimm see seele segel seil seite sektor sekunde sendung senat sensor serie
service sicherheit sicherung sicht sieg signal silber simulation sitz sitzung sohle soldat sommer sonder sonne sorge sozial spalte spannung spar speicher speise sperrung spiegel
spiel spitze sprache spreng spritze spule spur staat stadion stadt stadtrat stadtteil stahl stamm stand standort stange star start station statistik stätte stau staub steg
stein stelle stellung stellwerk steuer steuerung stich stiftung stille stimme stoff störung strafe strahl strand straße straßenbahn strategie strecke streik streit strom struktur
stück student studie studium stuhl stunde sturm sturz suche süden summe system tabak tabelle tafel tagung takt tank tanz tarif tasche taste tat tau
taxi technik technologie teich teil teilnehmer telefon teller tempo termin terminal terrasse terror test text theater thema theorie therapie tief tier tinte tisch titel tochter tod
ton topf tor tourismus tourist tradition träger tragwerk transport traum treff treiber trend treppe treue trieb trink trocken tropfen truppe tuch tunnel tür turm
übergabe übergang überholung übernahme überschuss übersicht übertragung überwachung überweisung übung ufer uhr umbau umfang umfeld umfrage umgebung umgehung umlauf umleitung umsatz umsetzung umsteige umwelt
umweltschutz umzug unfall union universität unterbau unterführung unterhalt unterhaltung unternehmen unterricht unterschied unterschrift unterstützung untersuchung urkunde urlaub ursache urteil vater
verband verbot verbrauch verbraucher verbrechen verbreitung verbindung verbund verein vereinbarung verfahren verfassung vergabe vergleich vergütung verhalten verhältnis verhandlung verkauf verkehr verkehrsweg verlag
verlagerung verlängerung verletzung verlust vermittlung vermögen verordnung verpackung versand versammlung versicherung versorgung verspätung versprechen verstoß versuch verteidigung verteiler vertrag vertrauen vertretung vertrieb
verwaltung verzeichnis verzug vieh vogel volk voll vorbereitung vorfall vorgabe vorgang vorhaben vorlage vormittag vorort vorrat vorschlag vorschrift vorsitz vorsorge vorstand vorstellung vorteil vortrag vorwurf
waffe wagen wahl wald wand wandel waren warn warnung warte wartung wasser wasserkraft wasserstoff wechsel weg wehr weiche weihnacht wein weise welle welt wende
werbung werk werkstatt werkzeug wert wetter wettbewerb widerstand wiese wind windkraft winkel winter wirkung wirtschaft wissen wissenschaft woche wohn wohnung wolke wolle wort wunde wunsch
wurzel wüste zahl zahn zähler zahlung zeichen zeile zeit zeitung zelle zelt zement zentrum zertifikat zeug zeuge ziegel ziel zinn zins zitat zoll zone zucker zufahrt zug zugang
zugverkehr zukunft zulage zulassung zuschlag zuschuss zustand zuständigkeit zustimmung zuwachs zweck zweig zwischenfall zyklus
`
    .trim()
    .split(/\s+/),
);
