import type { config } from "~/config.server";
import { type Section, section } from "./sections";

/** The German privacy policy. It must match what the product stores. */
export function privacyStatement(
  { operator, auditDays, trashDays }: Pick<typeof config, "operator" | "auditDays" | "trashDays">,
  product: string,
): Section[] {
  return [
    section("Verantwortlicher", [
      `Verantwortlich für die Verarbeitung im Sinne der Datenschutz-Grundverordnung (DSGVO) ist ${operator.name}, ${operator.address}, E-Mail: ${operator.email}, Telefon: ${operator.phone}.`,
      "Legt eine Organisation in einem Workspace eigene Inhalte ab, so ist sie dafür selbst verantwortlich; wir verarbeiten diese Daten in ihrem Auftrag (Art. 28 DSGVO).",
    ]),
    ...(operator.dataProtectionOfficer === ""
      ? []
      : [
          section("Datenschutzbeauftragte Person", [
            `Unsere Datenschutzbeauftragte oder unseren Datenschutzbeauftragten erreichen Sie unter: ${operator.dataProtectionOfficer}.`,
          ]),
        ]),
    section(
      "Begriffe",
      ["Die Erklärung verwendet die Begriffe des Art. 4 DSGVO, vor allem diese:"],
      [
        "personenbezogene Daten: alle Angaben, die sich auf eine bestimmte oder bestimmbare Person beziehen,",
        "betroffene Person: die Person, um deren Daten es geht,",
        "Verarbeitung: jeder Umgang mit Daten, vom Erheben bis zum Löschen,",
        "Einschränkung der Verarbeitung: Daten werden so gekennzeichnet, dass sie nur noch begrenzt verarbeitet werden,",
        "Verantwortlicher: wer über Zwecke und Mittel der Verarbeitung entscheidet,",
        "Auftragsverarbeiter: wer Daten im Auftrag des Verantwortlichen verarbeitet,",
        "Empfänger: wem Daten offengelegt werden,",
        "Einwilligung: eine freiwillige, informierte und unmissverständliche Zustimmung.",
      ],
    ),
    section(
      "Rechtsgrundlagen",
      ["Wir verarbeiten Daten"],
      [
        "zur Erfüllung des Vertrags mit Ihnen oder Ihrer Organisation (Art. 6 Abs. 1 Buchst. b DSGVO),",
        "zur Erfüllung rechtlicher Pflichten (Art. 6 Abs. 1 Buchst. c DSGVO),",
        "um Ihre Anfrage zu beantworten, ehe ein Vertrag besteht (Art. 6 Abs. 1 Buchst. b DSGVO),",
        "auf Grund unseres berechtigten Interesses an einem sicheren und störungsfreien Betrieb (Art. 6 Abs. 1 Buchst. f DSGVO).",
      ],
    ),
    section("Daten beim Besuch", [
      "Bei jedem Aufruf wird protokolliert: Zeitpunkt, aufgerufener Pfad ohne Parameter, Statuscode, Dauer und eine zufällige Kennung des Aufrufs, mit der sich ein Fehler finden lässt. Inhalte, Passwörter, Cookies und Ihre IP-Adresse stehen nicht in unserem Protokoll. Lehnt das System einen Aufruf ab, weil Ihnen das Recht dazu fehlt, wird außerdem die Kennung Ihres Kontos protokolliert.",
      "Wer mehrfach ein falsches Passwort eingibt, muss warten, ebenso wer sehr oft Registrierungen, Bestätigungen, neue Adressen oder Demo-Anfragen absendet. Dazu zählt das System Versuche unter einem Schlüsselwert, aus dem sich weder Workspace noch E-Mail- oder IP-Adresse zurückrechnen lassen; der Zähler verfällt von selbst.",
    ]),
    section(
      "Daten Ihres Zugangs",
      ["Für Mitglieder eines Workspace speichern wir:"],
      [
        "Anrede, Name, Position, E-Mail-Adresse, Rolle und Mitgliedschaften,",
        "Ihre Interessen, wer Ihr Profil sehen darf, die zuletzt gewählte Sprache und das Farbschema,",
        "das Passwort ausschließlich als Prüfwert (Argon2id),",
        "Ihre Sitzungen mit Beginn, Ende und Angabe des Browsers,",
        "Ihre Feeds mit Name, Inhalt und letztem Abruf, bis Sie sie widerrufen; von ihrer Adresse nur einen Prüfwert,",
        "welchen Foldas und Tags Sie folgen und welche Suchen Sie speichern, bis Sie das beenden, und wann Sie einen Überblick darüber erhalten,",
        "Ihre API-Schlüssel mit Namen, Rechten, Ablauf und letzter Benutzung, bis einen Monat nach dem Ablauf; vom Schlüssel selbst nur einen Prüfwert und den Anfang,",
        "Ihre Exporte mit Titel, Auswahl und Datei, in der Ihr Name steht, 24 Stunden lang,",
        "Beiträge, Anhänge und Kommentare, die Sie verfassen, mit Zeitpunkt.",
      ],
    ),
    section("Papierkorb", [
      `Gelöschte Beiträge, Kommentare, Foldas und Entwürfe von Newslettern liegen ${trashDays} Tage lang mit allem, was dazugehört, im Papierkorb ihres Workspace. Solange können Menschen, die sie löschen durften, sie wiederherstellen; danach, oder wenn sie dort gelöscht werden, sind sie endgültig gelöscht. Dort steht auch, wer sie gelöscht hat. Schließen Sie Ihr Konto, so löschen wir im Papierkorb dieselben Daten über Sie wie außerhalb.`,
    ]),
    section("Adressen, die ohne Anmeldung gelten", [
      "Wer die Adresse eines Ihrer Feeds oder Exporte kennt, kann ihn ohne Anmeldung abrufen: einen Feed, bis Sie ihn widerrufen, einen Export 24 Stunden lang. Geben Sie diese Adressen nur an Menschen weiter, die den Inhalt lesen dürfen.",
    ]),
    section(
      "Protokoll eines Workspace",
      [
        "Owner und Admins eines Workspace sehen in einem Protokoll, was dort geschieht. Es dient der Sicherheit des Workspace und dem Nachweis von Änderungen (Art. 6 Abs. 1 Buchst. f DSGVO). Darin stehen, jeweils mit Zeitpunkt und dem Namen, den Sie in diesem Moment haben,",
      ],
      [
        "An- und Abmeldungen, geänderte Passwörter und E-Mail-Adressen ohne die Adressen selbst, erstellte und widerrufene API-Schlüssel mit Namen, Registrierung und Schließung des Kontos,",
        "Änderungen an Mitgliedern, Einladungen (mit der eingeladenen E-Mail-Adresse), Rechten, Einstellungen, Farben und Tags,",
        "angelegte, umbenannte, verschobene und gelöschte Teams und Foldas, gelöschte Beiträge, Wiederherstellungen aus dem Papierkorb, Newsletter und Exporte; was in persönlichen Teams geschieht, ohne Titel und Namen,",
        "wie oft eine Anmeldung an einem Konto gescheitert ist, ohne das, was dabei eingegeben wurde.",
      ],
    ),
    section("Aufbewahrung des Protokolls", [
      `IP-Adressen und Browser stehen nicht im Protokoll, und auch nicht, wer was liest. Einträge werden nach ${auditDays} Tagen gelöscht. Schließen Sie Ihr Konto, oder wird es gelöscht, so bleibt bis dahin Ihr Name darin; E-Mail-Adressen werden sofort auf den Teil vor dem „@“ gekürzt. Owner und Admins können das Protokoll fortlaufend an ein Log-System Ihres Unternehmens übertragen; dort gelten dessen Fristen.`,
    ]),
    section("E-Mails", [
      "Zu Ihrem Zugang verschicken wir E-Mails, etwa wenn Sie ein neues Passwort anfordern. Der Auftrag dazu nennt Ihre Adresse und wird nach dem Versand gelöscht; scheitert er, nach einem Tag. Ob Sie eine E-Mail öffnen, wird nicht erfasst.",
    ]),
    section(
      "Newsletter",
      [
        "Mitglieder eines Teams und Verantwortliche einer Folda können deren Newsletter erhalten. Wir verschicken sie im Auftrag der Organisation, deren Workspace es ist, und speichern dazu:",
      ],
      [
        "für jede verschickte E-Mail Name und E-Mail-Adresse der Empfängerin oder des Empfängers, den Stand der Zustellung mit Zeitpunkt und die Antwort des Mailservers; das bleibt, bis der Newsletter gelöscht wird. Schließen Sie Ihr Konto, so löschen wir Ihre Adresse und die Antwort des Mailservers sofort,",
        "im Entwurf, wer ausgewählt ist und an welche Adressen Vorschauen gehen, bis der Newsletter gelöscht wird,",
        "wer die Newsletter welcher Folda wann abbestellt hat, bis Sie sie wieder bestellen, die Folda gelöscht oder Ihr Konto geschlossen wird,",
        "den Newsletter selbst und eigens für ihn verkleinerte Bilder seiner Beiträge, bis er gelöscht wird. Wer die Adresse eines Newsletters oder eines seiner Bilder kennt, kann sie ohne Anmeldung ansehen. Personenbezogene Daten der Empfänger stehen nicht darin.",
      ],
    ),
    section(
      "Newsletter ohne Konto",
      [
        "Wer kein Konto hat, kann die Newsletter einer Folda abonnieren, wenn die Organisation es erlaubt. Wir verschicken sie in ihrem Auftrag auf Grundlage Ihrer Einwilligung und speichern dazu:",
      ],
      [
        "Ihre E-Mail-Adresse, Ihre Sprache, den Text Ihrer Einwilligung und die Zeitpunkte von Bestellung und Bestätigung, um die Einwilligung nachweisen zu können. Wird die Adresse nicht innerhalb von sieben Tagen bestätigt, löschen wir alles,",
        "wenn die Organisation Ihre Adresse aus einer eigenen Liste aufgenommen hat, den Nachweis der Einwilligung, den Zeitpunkt und wer sie aufgenommen hat,",
        "für jede verschickte E-Mail Ihre Adresse, den Stand der Zustellung und die Antwort des Mailservers,",
        "nachdem Sie abbestellt haben, nur noch einen Prüfwert der Adresse, damit sie nicht erneut aus einer Liste aufgenommen wird; alles andere löschen wir sofort. Der Prüfwert bleibt, bis Sie die Newsletter selbst wieder bestellen oder die Folda gelöscht wird.",
      ],
    ),
    section("Abruf eines Newsletters", [
      "Die Bilder eines Newsletters lädt Ihr E-Mail-Programm von unserem Server. Sie sind für alle Empfänger dieselben; wir erfassen nicht, wer einen Newsletter öffnet oder welchem Link jemand folgt. Der Link zum Abbestellen ist für jede Person ein anderer, damit niemand Sie versehentlich abmeldet. Antworten auf einen Newsletter gehen an die Person, die ihn veröffentlicht hat; ihr Name und ihre Adresse stehen in der E-Mail.",
    ]),
    section("Demo-Anfragen", [
      "Wer auf der Startseite eine Demo anfordert, dessen Name und E-Mail-Adresse und, wenn angegeben, Organisation und Telefonnummer speichern wir mit Sprache und Zeitpunkt und schicken sie per E-Mail an unsere Mitarbeiterinnen und Mitarbeiter. Wir verwenden sie nur, um die Anfrage zu beantworten, und löschen sie aus dem System nach 180 Tagen.",
    ]),
    section("Registrierung und Einladung", [
      "Wer sich registriert, dessen E-Mail-Adresse, Sprache und Passwort-Prüfwert speichern wir. Wird die Adresse nicht innerhalb von sieben Tagen bestätigt, löschen wir alle drei. Wer eingeladen wird, dessen E-Mail-Adresse, vorgesehene Rolle und Teams und die einladende Person speichern wir, bis die Einladung oder das daraus entstandene Konto gelöscht wird.",
      "Von den Links in unseren E-Mails speichern wir nur einen Prüfwert. Sie gelten höchstens vierzehn Tage.",
    ]),
    section("Zählung der Aufrufe", [
      "Aufrufe eines Beitrags werden je Person und Tag einmal gezählt. Dazu dient ein Prüfwert mit einem Zufallswert, der am nächsten Tag gelöscht wird. Wer was gelesen hat, lässt sich daraus nicht ermitteln. Leseprofile entstehen nicht.",
    ]),
    section("App Ihrer Organisation", [
      `Ihre Organisation kann ${product} in einer eigenen App zeigen. Die App meldet Sie dann mit einem verschlüsselten Token an; der Schlüssel dazu liegt in einem Cookie, gilt einmal und höchstens zehn Minuten. Damit er nicht zweimal gilt, bewahren wir zwanzig Minuten lang einen Prüfwert von ihm auf. Für das, was die App selbst verarbeitet, ist ihr Anbieter verantwortlich.`,
    ]),
    section(
      "Cookies",
      ["Wir verwenden nur Cookies, die für den Betrieb nötig sind (§ 25 Abs. 2 Nr. 2 TDDDG):"],
      [
        "„authToken“: Ihre Anmeldung, bis Sie sich abmelden oder die Sitzung abläuft,",
        "„device“: woran das System diesen Browser beim Anmelden wiedererkennt, damit Fehlversuche anderer Sie nicht aufhalten, ein Jahr,",
        "„currentLocale“: die gewählte Sprache, ein Jahr,",
        "„mailLocale“: die Sprache der E-Mail, deren Link Sie gefolgt sind, solange Sie keine gewählt haben und bis Sie den Browser schließen,",
        "„layout“: die gewählte Darstellung von Listen, ein Jahr,",
        "„exportFormat“: in welchem Format Sie zuletzt exportiert haben, um es beim nächsten Mal vorzuschlagen, ein Jahr,",
        "„seenFolders“: wann Sie welche Folda zuletzt geöffnet haben, um Neues zu zeigen, ein Jahr; nur Ihr Browser bewahrt das auf,",
        "„seenStream“: bis wohin Sie den Stream gesehen haben, ebenso, ein Jahr; auch das bewahrt nur Ihr Browser auf,",
        "„lastFolder“: die fünf Foldas, in die Sie zuletzt Beiträge gelegt, verschoben oder kopiert haben, um sie beim nächsten Mal vorzuschlagen, ein Jahr,",
        "„lastWorkspace“: in welchem Workspace Sie sich in diesem Browser zuletzt angemeldet haben, um ihn beim nächsten Mal einzutragen, ein Jahr,",
        "„lastSearches“: wonach Sie zuletzt gesucht haben, um es auf der Suchseite wieder anzubieten, ein Jahr oder bis Sie sich abmelden; nur Ihr Browser bewahrt das auf,",
        "„look“: die Farben und die Adresse des Logos Ihres Workspace, wo er eigene hat, damit auch die Anmeldeseite so aussieht, ein Jahr oder bis Sie sich abmelden,",
        "„webviewKey“: nur in der App Ihrer Organisation, wenn sie Sie anmeldet: ein Schlüssel, der einmal und höchstens zehn Minuten gilt,",
        "„webview“: ebenso, damit Seiten dort ohne Navigation erscheinen, bis Sie sich abmelden oder die Sitzung abläuft,",
        "„notices“: eine Meldung für die nächste Seite, höchstens eine Minute.",
      ],
    ),
    section("Seite ohne Verbindung", [
      "Sind Sie angemeldet, so bewahrt Ihr Browser eine einzige Seite auf, die sagt, dass keine Verbindung besteht. Sie ist für alle gleich und enthält nichts über Sie. Wenn Sie sich abmelden oder Ihr Konto schließen, wird sie gelöscht.",
      "Bis Sie das Fenster schließen, merkt sich Ihr Browser außerdem, wie weit Sie auf einer Seite gerollt haben; auch das verlässt ihn nicht.",
    ]),
    section("Weitere Dienste", [
      `${product} lädt keine Schriften, Skripte oder Bilder von anderen Anbietern und setzt keine Analysewerkzeuge ein. Geben Sie die Adresse eines Artikels ein, so ruft unser Server die Seite und ihre Bilder ab; Ihr Browser verbindet sich nicht mit ihr. Erst wenn Sie einem Verweis auf eine fremde Seite folgen, erhält deren Betreiber Ihre Daten.`,
    ]),
    section("Speicherdauer", [
      "Inhalte bleiben, bis sie gelöscht werden. Schließen Sie Ihr Konto, so löschen wir sofort alle genannten Daten Ihres Zugangs und Ihr persönliches Team mit seinen Beiträgen; an Beiträgen und Kommentaren in anderen Teams bleibt Ihr Name sichtbar. Hatten Sie keinen Namen angegeben, so steht dort der Teil Ihrer E-Mail-Adresse vor dem „@“. Sitzungen enden spätestens nach dreißig Tagen.",
    ]),
    section("Sicherungskopien und Ende eines Workspace", [
      "Was gelöscht wird, steht noch in Sicherungskopien, bis wir diese löschen. Sie dienen nur dazu, das System nach einem Ausfall wiederherzustellen. Endet der Vertrag mit Ihrer Organisation, so erhält sie auf Wunsch alle Daten ihres Workspace, und wir löschen ihn.",
    ]),
    section("Pflicht und Entscheidungen", [
      "Ohne Name, E-Mail-Adresse und Passwort können wir keinen Zugang einrichten, ohne Name und E-Mail-Adresse keine Demo-Anfrage beantworten; alle anderen Angaben sind freiwillig. Entscheidungen werden nicht automatisiert getroffen (Art. 22 DSGVO).",
    ]),
    section("Kinder", [
      "Personen unter 18 Jahren sollten ohne Zustimmung der Sorgeberechtigten keine personenbezogenen Daten übermitteln. Wir fordern solche Daten nicht an.",
    ]),
    section(
      "Ihre Rechte",
      ["Sie haben das Recht auf"],
      [
        "Auskunft (Art. 15 DSGVO), Berichtigung (Art. 16), Löschung (Art. 17) und Einschränkung (Art. 18),",
        "Datenübertragbarkeit (Art. 20) und Widerspruch (Art. 21),",
        `Beschwerde bei einer Aufsichtsbehörde (Art. 77), zum Beispiel der für uns zuständigen: ${operator.supervisoryAuthority}.`,
      ],
    ),
    section("Auftragsverarbeiter", [
      "Betrieb und Speicherung erfolgen in Rechenzentren in Deutschland auf Grund von Verträgen zur Auftragsverarbeitung. Eine Übermittlung in Drittländer findet nicht statt.",
    ]),
  ];
}
