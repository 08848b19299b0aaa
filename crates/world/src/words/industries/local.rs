//! Industries of small local businesses.

use records::Department::{
    Administration, Finance, Health, Hr, Legal, Marketing, Operations, Sales, Support,
};

use super::industry::{Industry, IndustryKind::Local};

#[rustfmt::skip]
pub(super) static LOCAL: &[Industry] = &[
    Industry {
        name: "Plumbing", related: &["Construction", "Home Services"], tags: &["plumbing", "heating", "drains", "dispatch"], kind: Local, weights: [12, 4, 0],
        words: [&["Plumbing", "Plumbing & Heating", "Drains & Heating"], &["Sanitär", "Haustechnik", "Heizungsbau"], &["Plomberie", "Chauffage"], &["Fontanería", "Instalaciones"]],
        craft: Operations, crafts: [&["Plumber", "Heating Technician", "Pipefitter", "Service Technician"], &["Anlagenmechaniker|Anlagenmechanikerin", "Heizungsbauer|Heizungsbauerin", "Servicetechniker|Servicetechnikerin"], &["Plombier|Plombière", "Chauffagiste"], &["Fontanero|Fontanera", "Técnico de calefacción|Técnica de calefacción"]],
        mix: &[(Operations, 74), (Administration, 14), (Sales, 6), (Finance, 6)],
        does: "installs and repairs bathrooms, boilers and drains", serves: &["households and landlords", "homeowners and property managers"], thousands_per_head: 140,
    },
    Industry {
        name: "Electrical Contractors", related: &["Construction", "Home Services"], tags: &["electrical", "installation", "solar", "dispatch"], kind: Local, weights: [11, 5, 0],
        words: [&["Electric", "Electrical", "Electrical Services"], &["Elektro", "Elektrotechnik"], &["Électricité"], &["Electricidad", "Instalaciones Eléctricas"]],
        craft: Operations, crafts: [&["Electrician", "Solar Installer", "Service Electrician", "Wiring Technician"], &["Elektriker|Elektrikerin", "Elektroniker|Elektronikerin", "Solarmonteur|Solarmonteurin"], &["Électricien|Électricienne", "Installateur solaire|Installatrice solaire"], &["Electricista", "Instalador solar|Instaladora solar"]],
        mix: &[(Operations, 74), (Administration, 14), (Sales, 6), (Finance, 6)],
        does: "wires homes, shops and small plants and fits solar panels", serves: &["households and builders", "homeowners and local businesses"], thousands_per_head: 150,
    },
    Industry {
        name: "Roofing", related: &["Construction", "Home Services"], tags: &["roofing", "gutters", "dispatch"], kind: Local, weights: [9, 3, 0],
        words: [&["Roofing", "Roofing & Gutters", "Roofing Co."], &["Dachbau", "Bedachungen"], &["Toitures", "Couverture"], &["Cubiertas", "Tejados"]],
        craft: Operations, crafts: [&["Roofer", "Estimator", "Crew Leader"], &["Dachdecker|Dachdeckerin", "Spengler|Spenglerin"], &["Couvreur|Couvreuse", "Zingueur|Zingueuse"], &["Techador|Techadora", "Oficial de cubiertas"]],
        mix: &[(Operations, 72), (Sales, 12), (Administration, 10), (Finance, 6)],
        does: "replaces and repairs roofs and gutters", serves: &["homeowners and insurers", "landlords and building owners"], thousands_per_head: 170,
    },
    Industry {
        name: "Dental Practices", related: &["Medical Practices", "Health Care"], tags: &["dental", "orthodontics", "family practice"], kind: Local, weights: [10, 3, 0],
        words: [&["Dental", "Family Dental", "Dental Care"], &["Zahnarztpraxis", "Zahnmedizin"], &["Cabinet Dentaire"], &["Clínica Dental"]],
        craft: Health, crafts: [&["Dentist", "Dental Hygienist", "Dental Assistant", "Orthodontist"], &["Zahnarzt|Zahnärztin", "Dentalhygieniker|Dentalhygienikerin", "Zahnmedizinischer Fachangestellter|Zahnmedizinische Fachangestellte"], &["Chirurgien-dentiste|Chirurgienne-dentiste", "Assistant dentaire|Assistante dentaire"], &["Odontólogo|Odontóloga", "Higienista dental", "Auxiliar dental"]],
        mix: &[(Health, 72), (Administration, 22), (Finance, 6)],
        does: "offers check-ups, implants and orthodontics", serves: &["families in the neighbourhood", "patients of every age"], thousands_per_head: 120,
    },
    Industry {
        name: "Restaurants", related: &["Hospitality", "Food & Beverages"], tags: &["restaurant", "dining", "catering"], kind: Local, weights: [14, 8, 0],
        words: [&["Kitchen", "Bistro", "Grill", "Table", "Diner"], &["Gasthaus", "Wirtshaus", "Restaurant"], &["Brasserie", "Bistrot", "Table"], &["Taberna", "Restaurante", "Mesón"]],
        craft: Operations, crafts: [&["Line Cook", "Sous Chef", "Waiter|Waitress", "Bartender", "Host|Hostess"], &["Koch|Köchin", "Servicekraft", "Barkeeper|Barkeeperin"], &["Cuisinier|Cuisinière", "Serveur|Serveuse", "Barman|Barmaid"], &["Cocinero|Cocinera", "Camarero|Camarera", "Barman|Barmaid"]],
        mix: &[(Operations, 84), (Administration, 8), (Marketing, 4), (Finance, 4)],
        does: "cooks a short seasonal menu and caters", serves: &["regulars, families and small parties", "neighbours and office lunches"], thousands_per_head: 70,
    },
    Industry {
        name: "Bakeries", related: &["Food & Beverages", "Retail"], tags: &["bakery", "bread", "pastry"], kind: Local, weights: [9, 4, 0],
        words: [&["Bakery", "Bakehouse", "Bread Co."], &["Bäckerei", "Backhaus", "Konditorei"], &["Boulangerie", "Pâtisserie"], &["Panadería", "Pastelería", "Horno"]],
        craft: Operations, crafts: [&["Baker", "Pastry Chef", "Shop Assistant"], &["Bäcker|Bäckerin", "Konditor|Konditorin", "Verkäufer|Verkäuferin"], &["Boulanger|Boulangère", "Pâtissier|Pâtissière", "Vendeur|Vendeuse"], &["Panadero|Panadera", "Pastelero|Pastelera", "Dependiente|Dependienta"]],
        mix: &[(Operations, 84), (Administration, 8), (Sales, 8)],
        does: "bakes bread, cakes and pastries every morning", serves: &["the neighbourhood and local cafés", "walk-in customers and restaurants"], thousands_per_head: 75,
    },
    Industry {
        name: "Fitness Centers", related: &["Wellness", "Sports"], tags: &["gym", "fitness", "personal training"], kind: Local, weights: [7, 4, 0],
        words: [&["Fitness", "Gym", "Athletics", "Strength Club"], &["Fitness", "Sportclub"], &["Fitness", "Salle de Sport"], &["Gimnasio", "Fitness"]],
        craft: Operations, crafts: [&["Personal Trainer", "Fitness Coach", "Yoga Instructor", "Front Desk Associate"], &["Fitnesstrainer|Fitnesstrainerin", "Kursleiter|Kursleiterin"], &["Coach sportif|Coach sportive"], &["Entrenador personal|Entrenadora personal", "Monitor de fitness|Monitora de fitness"]],
        mix: &[(Operations, 68), (Sales, 14), (Administration, 10), (Marketing, 8)],
        does: "runs classes, coaching and open training", serves: &["members of every level", "beginners and amateur athletes"], thousands_per_head: 65,
    },
    Industry {
        name: "Law Practice", related: &["Legal Services"], tags: &["law firm", "litigation", "contracts"], kind: Local, weights: [9, 8, 2],
        words: [&["Law", "Law Group", "Legal", "& Partners"], &["Rechtsanwälte", "Kanzlei"], &["Avocats"], &["Abogados"]],
        craft: Legal, crafts: [&["Attorney", "Associate Attorney", "Paralegal", "Legal Assistant"], &["Rechtsanwalt|Rechtsanwältin", "Rechtsanwaltsfachangestellter|Rechtsanwaltsfachangestellte"], &["Avocat|Avocate", "Juriste"], &["Abogado|Abogada", "Asistente jurídico|Asistente jurídica"]],
        mix: &[(Legal, 70), (Administration, 18), (Finance, 6), (Hr, 3), (Marketing, 3)],
        does: "advises on contracts, property and employment", serves: &["families and small firms", "founders and employers"], thousands_per_head: 210,
    },
    Industry {
        name: "Trucking", related: &["Logistics", "Transportation"], tags: &["freight", "trucking", "last mile", "dispatch"], kind: Local, weights: [8, 8, 2],
        words: [&["Freight", "Haulage", "Trucking", "Transport"], &["Spedition", "Transporte"], &["Transports"], &["Transportes"]],
        craft: Operations, crafts: [&["Truck Driver", "Delivery Driver", "Warehouse Associate", "Fleet Mechanic"], &["Berufskraftfahrer|Berufskraftfahrerin", "Lagerist|Lageristin", "Disponent|Disponentin"], &["Chauffeur routier|Conductrice routière", "Magasinier|Magasinière"], &["Conductor de camión|Conductora de camión", "Mozo de almacén|Moza de almacén"]],
        mix: &[(Operations, 78), (Administration, 8), (Sales, 6), (Finance, 4), (Hr, 4)],
        does: "moves freight by road and stores it in between", serves: &["manufacturers and shops", "builders and wholesalers"], thousands_per_head: 160,
    },
    Industry {
        name: "Landscaping", related: &["Home Services", "Construction"], tags: &["landscaping", "gardens", "snow removal", "dispatch"], kind: Local, weights: [7, 2, 0],
        words: [&["Landscaping", "Gardens", "Lawn & Garden"], &["Gartenbau", "Landschaftsbau"], &["Paysages", "Jardins"], &["Jardinería", "Jardines"]],
        craft: Operations, crafts: [&["Landscaper", "Gardener", "Groundskeeper", "Irrigation Technician"], &["Landschaftsgärtner|Landschaftsgärtnerin", "Gärtner|Gärtnerin"], &["Jardinier|Jardinière", "Paysagiste"], &["Jardinero|Jardinera", "Paisajista"]],
        mix: &[(Operations, 78), (Administration, 12), (Sales, 10)],
        does: "designs, plants and maintains gardens and grounds", serves: &["homeowners and housing associations", "hotels, schools and offices"], thousands_per_head: 85,
    },
    Industry {
        name: "Veterinary Services", related: &["Health Care"], tags: &["veterinary", "pets", "clinic"], kind: Local, weights: [6, 2, 0],
        words: [&["Veterinary Clinic", "Animal Hospital", "Vets"], &["Tierarztpraxis", "Tierklinik"], &["Clinique Vétérinaire"], &["Clínica Veterinaria"]],
        craft: Health, crafts: [&["Veterinarian", "Veterinary Nurse", "Veterinary Technician"], &["Tierarzt|Tierärztin", "Tiermedizinischer Fachangestellter|Tiermedizinische Fachangestellte"], &["Vétérinaire", "Auxiliaire vétérinaire"], &["Veterinario|Veterinaria", "Auxiliar veterinario|Auxiliar veterinaria"]],
        mix: &[(Health, 76), (Administration, 18), (Support, 6)],
        does: "treats pets and small livestock", serves: &["pet owners in the area", "families and small farms"], thousands_per_head: 110,
    },
    Industry {
        name: "Auto Repair", related: &["Automotive", "Retail"], tags: &["garage", "auto repair", "tyres"], kind: Local, weights: [9, 3, 0],
        words: [&["Auto Repair", "Motors", "Garage", "Auto Care"], &["Autohaus", "Kfz-Werkstatt"], &["Garage", "Automobiles"], &["Talleres", "Automoción"]],
        craft: Operations, crafts: [&["Auto Mechanic", "Service Advisor", "Body Technician"], &["Kfz-Mechatroniker|Kfz-Mechatronikerin", "Serviceberater|Serviceberaterin"], &["Mécanicien|Mécanicienne", "Carrossier|Carrossière"], &["Mecánico|Mecánica", "Chapista"]],
        mix: &[(Operations, 74), (Administration, 10), (Sales, 10), (Finance, 6)],
        does: "services and repairs cars and light vans", serves: &["drivers and small fleets", "private and trade customers"], thousands_per_head: 130,
    },
    Industry {
        name: "Accounting", related: &["Financial Services", "Consulting"], tags: &["accounting", "tax", "payroll"], kind: Local, weights: [8, 6, 1],
        words: [&["Accounting", "Tax & Accounting", "Bookkeeping"], &["Steuerberatung", "Treuhand"], &["Expertise Comptable"], &["Asesores", "Gestoría"]],
        craft: Finance, crafts: [&["Accountant", "Tax Advisor", "Bookkeeper", "Payroll Specialist"], &["Steuerberater|Steuerberaterin", "Buchhalter|Buchhalterin", "Steuerfachangestellter|Steuerfachangestellte"], &["Expert-comptable|Experte-comptable", "Comptable"], &["Asesor fiscal|Asesora fiscal", "Contable"]],
        mix: &[(Finance, 74), (Administration, 16), (Sales, 5), (Hr, 5)],
        does: "keeps the books, files taxes and runs payroll", serves: &["small firms and the self-employed", "owners of local businesses"], thousands_per_head: 130,
    },
];
