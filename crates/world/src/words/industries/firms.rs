//! Industries of larger firms.

use records::Department;
use records::Department::{
    Administration, BusinessDevelopment, Consulting, CustomerSuccess, Data, Design, Education, Engineering,
    Finance, Health, Hr, It, Legal, Marketing, Operations, Procurement, Product, ProjectManagement, Research,
    Sales, Security, Support,
};

use super::industry::{
    Industry,
    IndustryKind::{Corporate, Venture},
    IndustryWords,
};

/// Departments of a software firm.
const SOFTWARE: &[(Department, u32)] = &[
    (Engineering, 33),
    (Sales, 14),
    (Product, 7),
    (Marketing, 8),
    (CustomerSuccess, 7),
    (Support, 7),
    (Design, 4),
    (Data, 5),
    (Operations, 3),
    (Finance, 4),
    (Hr, 4),
    (It, 2),
    (Security, 2),
    (Legal, 2),
];
pub(super) const SOFTWARE_CRAFTS: IndustryWords = [
    &[
        "Software Engineer",
        "Backend Engineer",
        "Frontend Engineer",
        "DevOps Engineer",
        "QA Engineer",
        "Platform Engineer",
        "Mobile Developer",
    ],
    &[
        "Softwareentwickler|Softwareentwicklerin",
        "DevOps Engineer",
        "Frontend-Entwickler|Frontend-Entwicklerin",
        "Testingenieur|Testingenieurin",
    ],
    &[
        "Ingénieur logiciel|Ingénieure logiciel",
        "Développeur full stack|Développeuse full stack",
        "Ingénieur DevOps|Ingénieure DevOps",
    ],
    &[
        "Ingeniero de software|Ingeniera de software",
        "Desarrollador backend|Desarrolladora backend",
        "Ingeniero DevOps|Ingeniera DevOps",
    ],
];
/// Departments of a manufacturer.
const MAKING: &[(Department, u32)] = &[
    (Operations, 42),
    (Engineering, 16),
    (Sales, 10),
    (Procurement, 6),
    (Finance, 5),
    (Hr, 4),
    (Marketing, 4),
    (It, 4),
    (Administration, 4),
    (Support, 3),
    (Legal, 1),
    (Research, 1),
];
const MAKING_CRAFTS: IndustryWords = [
    &[
        "Production Technician",
        "Machine Operator",
        "Quality Inspector",
        "Assembly Technician",
        "Shift Supervisor",
    ],
    &[
        "Industriemechaniker|Industriemechanikerin",
        "Produktionsmitarbeiter|Produktionsmitarbeiterin",
        "Qualitätsprüfer|Qualitätsprüferin",
    ],
    &["Technicien de production|Technicienne de production", "Opérateur machine|Opératrice machine"],
    &["Técnico de producción|Técnica de producción", "Operario de planta|Operaria de planta"],
];

const LAB_SUFFIXES: IndustryWords = [&["", "Labs", "Software", "Systems", "Cloud", "AI"], &[], &[], &[]];

#[rustfmt::skip]
pub(super) static FIRMS: &[Industry] = &[
    Industry {
        name: "Software Development", related: &["Information Technology", "SaaS"], tags: &["saas", "b2b", "cloud", "workflow"], kind: Venture, weights: [9, 22, 16],
        words: LAB_SUFFIXES, craft: Engineering, crafts: SOFTWARE_CRAFTS, mix: SOFTWARE,
        does: "builds workflow software", serves: &["finance and operations teams", "field service companies", "mid-sized manufacturers", "human resources teams", "customer support teams"], thousands_per_head: 190,
    },
    Industry {
        name: "Financial Technology", related: &["Financial Services", "SaaS"], tags: &["fintech", "payments", "compliance"], kind: Venture, weights: [3, 9, 8],
        words: [&["", "Pay", "Finance", "Ledger", "Capital"], &[], &[], &[]], craft: Engineering, crafts: SOFTWARE_CRAFTS, mix: SOFTWARE,
        does: "runs payment and ledger infrastructure", serves: &["online shops and marketplaces", "lenders and neobanks", "accounting teams"], thousands_per_head: 240,
    },
    Industry {
        name: "Computer and Network Security", related: &["Information Technology", "SaaS"], tags: &["security", "identity", "zero trust"], kind: Venture, weights: [2, 6, 4],
        words: [&["Security", "Shield", "", "Cyber"], &[], &[], &[]], craft: Security,
        crafts: [&["Security Engineer", "Security Analyst", "Penetration Tester", "Threat Researcher"], &["IT-Sicherheitsexperte|IT-Sicherheitsexpertin", "Security Analyst"], &["Ingénieur sécurité|Ingénieure sécurité", "Analyste SOC"], &["Ingeniero de seguridad|Ingeniera de seguridad", "Analista de seguridad"]],
        mix: &[(Engineering, 26), (Security, 16), (Sales, 15), (Marketing, 7), (Product, 6), (CustomerSuccess, 6), (Support, 6), (Data, 4), (Design, 3), (Finance, 4), (Hr, 3), (Legal, 2), (It, 2)],
        does: "watches identities and endpoints for attacks", serves: &["banks and hospitals", "public bodies and utilities", "mid-sized companies without a security team"], thousands_per_head: 220,
    },
    Industry {
        name: "Biotechnology", related: &["Pharmaceuticals", "Research"], tags: &["biotech", "diagnostics", "therapeutics"], kind: Venture, weights: [2, 6, 5],
        words: [&["Bio", "Therapeutics", "Biosciences", "Diagnostics"], &[], &[], &[]], craft: Research,
        crafts: [&["Research Scientist", "Lab Technician", "Clinical Research Associate", "Bioinformatician"], &["Wissenschaftlicher Mitarbeiter|Wissenschaftliche Mitarbeiterin", "Laborant|Laborantin"], &["Chercheur|Chercheuse", "Technicien de laboratoire|Technicienne de laboratoire"], &["Investigador|Investigadora", "Técnico de laboratorio|Técnica de laboratorio"]],
        mix: &[(Research, 46), (Operations, 12), (Engineering, 8), (Data, 8), (BusinessDevelopment, 5), (Finance, 5), (Legal, 4), (Hr, 4), (Marketing, 4), (It, 4)],
        does: "develops tests and therapies from protein design", serves: &["hospitals and research groups", "patients with rare diseases"], thousands_per_head: 150,
    },
    Industry {
        name: "Renewable Energy", related: &["Energy", "Utilities"], tags: &["solar", "storage", "wind", "climate"], kind: Venture, weights: [3, 6, 5],
        words: [&["Energy", "Solar", "Power", "Renewables"], &["Energie", "Solar"], &["Énergies"], &["Energía", "Renovables"]], craft: Engineering,
        crafts: [&["Electrical Engineer", "Project Engineer", "Grid Analyst", "Site Engineer"], &["Elektroingenieur|Elektroingenieurin", "Projektingenieur|Projektingenieurin"], &["Ingénieur électrique|Ingénieure électrique", "Ingénieur projet|Ingénieure projet"], &["Ingeniero eléctrico|Ingeniera eléctrica", "Ingeniero de proyecto|Ingeniera de proyecto"]],
        mix: &[(Engineering, 30), (Operations, 24), (Sales, 12), (ProjectManagement, 10), (Finance, 6), (Procurement, 5), (Legal, 4), (Marketing, 4), (Hr, 4)],
        does: "plans, builds and operates solar parks and batteries", serves: &["municipal utilities", "farms and industrial estates"], thousands_per_head: 310,
    },
    Industry {
        name: "Online Retail", related: &["Retail", "Consumer Goods"], tags: &["e-commerce", "direct to consumer", "retail"], kind: Venture, weights: [5, 8, 6],
        words: [&["", "Goods", "Home", "Supply", "& Co."], &[], &[], &[]], craft: Operations,
        crafts: [&["Fulfilment Associate", "Inventory Analyst", "Merchandiser", "E-commerce Specialist"], &["Lagermitarbeiter|Lagermitarbeiterin", "E-Commerce-Spezialist|E-Commerce-Spezialistin"], &["Préparateur de commandes|Préparatrice de commandes", "Chargé e-commerce|Chargée e-commerce"], &["Preparador de pedidos|Preparadora de pedidos", "Especialista en e-commerce"]],
        mix: &[(Operations, 34), (Marketing, 16), (Support, 14), (Engineering, 10), (Procurement, 7), (Design, 5), (Data, 4), (Finance, 5), (Hr, 5)],
        does: "runs an online shop of carefully chosen household goods", serves: &["design-minded homes", "young families", "people who cook"], thousands_per_head: 280,
    },
    Industry {
        name: "Manufacturing", related: &["Industrial Machinery", "Engineering"], tags: &["manufacturing", "machinery", "precision"], kind: Corporate, weights: [3, 16, 22],
        words: [&["Manufacturing", "Industries", "Works", "Precision"], &["Maschinenbau", "Werke", "Metalltechnik"], &["Industries", "Mécanique"], &["Industrias", "Metalúrgica"]], craft: Operations, crafts: MAKING_CRAFTS, mix: MAKING,
        does: "makes precision parts and machine assemblies", serves: &["vehicle and aircraft builders", "medical device makers", "food processors"], thousands_per_head: 230,
    },
    Industry {
        name: "Food Production", related: &["Food & Beverages", "Manufacturing"], tags: &["food", "private label", "organic"], kind: Corporate, weights: [2, 7, 8],
        words: [&["Foods", "Provisions", "Farms", "Mills"], &["Lebensmittel", "Feinkost", "Mühlen"], &["Alimentation", "Saveurs"], &["Alimentos", "Conservas"]], craft: Operations, crafts: MAKING_CRAFTS, mix: MAKING,
        does: "makes chilled and preserved foods", serves: &["grocers and canteens", "supermarket chains and caterers"], thousands_per_head: 260,
    },
    Industry {
        name: "Logistics", related: &["Transportation", "Supply Chain"], tags: &["logistics", "warehousing", "freight", "dispatch"], kind: Corporate, weights: [3, 11, 14],
        words: [&["Logistics", "Freight Forwarding", "Supply Chain"], &["Logistik"], &["Logistique"], &["Logística"]], craft: Operations,
        crafts: [&["Dispatcher", "Warehouse Operative", "Freight Coordinator", "Transport Planner", "Customs Specialist"], &["Disponent|Disponentin", "Lagerlogistiker|Lagerlogistikerin", "Speditionskaufmann|Speditionskauffrau"], &["Exploitant transport|Exploitante transport", "Agent logistique|Agente logistique"], &["Coordinador de tráfico|Coordinadora de tráfico", "Operario de almacén|Operaria de almacén"]],
        mix: &[(Operations, 62), (Sales, 10), (CustomerSuccess, 6), (Administration, 5), (It, 5), (Finance, 5), (Hr, 4), (Procurement, 3)],
        does: "stores, picks and ships goods across borders", serves: &["online shops and importers", "manufacturers and wholesalers"], thousands_per_head: 200,
    },
    Industry {
        name: "Business Consulting", related: &["Professional Services"], tags: &["consulting", "strategy", "transformation"], kind: Corporate, weights: [8, 9, 6],
        words: [&["Consulting", "Advisory", "Partners", "Group"], &["Beratung", "Consulting"], &["Conseil"], &["Consultores"]], craft: Consulting,
        crafts: [&["Consultant", "Strategy Consultant", "Business Analyst", "Transformation Consultant"], &["Unternehmensberater|Unternehmensberaterin", "Consultant"], &["Consultant|Consultante", "Analyste métier"], &["Consultor|Consultora", "Analista de negocio"]],
        mix: &[(Consulting, 62), (BusinessDevelopment, 8), (ProjectManagement, 8), (Marketing, 6), (Finance, 5), (Hr, 6), (Administration, 5)],
        does: "plans and steers change", serves: &["family firms and their heirs", "public bodies and utilities", "investors and their portfolio companies"], thousands_per_head: 190,
    },
    Industry {
        name: "Marketing Services", related: &["Advertising", "Media"], tags: &["agency", "branding", "performance marketing"], kind: Corporate, weights: [8, 8, 2],
        words: [&["Creative", "Media", "Studio", "Agency"], &["Werbeagentur", "Kommunikation"], &["Communication", "Agence"], &["Comunicación", "Agencia"]], craft: Marketing,
        crafts: [&["Copywriter", "Account Executive", "Media Planner", "Campaign Specialist"], &["Texter|Texterin", "Mediaplaner|Mediaplanerin"], &["Concepteur-rédacteur|Conceptrice-rédactrice", "Chargé de campagne|Chargée de campagne"], &["Redactor creativo|Redactora creativa", "Planificador de medios|Planificadora de medios"]],
        mix: &[(Marketing, 46), (Design, 20), (ProjectManagement, 10), (Sales, 8), (Data, 6), (Finance, 5), (Administration, 5)],
        does: "plans campaigns and builds brands", serves: &["regional brands", "software companies", "charities and museums"], thousands_per_head: 140,
    },
    Industry {
        name: "Hospitals and Health Care", related: &["Health Care"], tags: &["health care", "clinic", "rehabilitation"], kind: Corporate, weights: [4, 8, 10],
        words: [&["Health", "Medical Group", "Clinics", "Care"], &["Klinik", "Gesundheit"], &["Santé", "Clinique"], &["Salud", "Clínicas"]], craft: Health,
        crafts: [&["Registered Nurse", "Physician", "Physiotherapist", "Medical Assistant", "Radiographer"], &["Gesundheits- und Krankenpfleger|Gesundheits- und Krankenpflegerin", "Arzt|Ärztin", "Physiotherapeut|Physiotherapeutin"], &["Infirmier|Infirmière", "Médecin", "Kinésithérapeute"], &["Enfermero|Enfermera", "Médico|Médica", "Fisioterapeuta"]],
        mix: &[(Health, 68), (Administration, 10), (Operations, 7), (It, 4), (Finance, 4), (Hr, 4), (Procurement, 2), (Legal, 1)],
        does: "runs clinics and day surgeries", serves: &["patients of the region", "families and insurers"], thousands_per_head: 110,
    },
    Industry {
        name: "Education", related: &["Training", "E-Learning"], tags: &["school", "training", "vocational"], kind: Corporate, weights: [4, 6, 4],
        words: [&["Academy", "Learning", "School", "Education"], &["Akademie", "Bildung"], &["Académie", "Formation"], &["Academia", "Formación"]], craft: Education,
        crafts: [&["Teacher", "Instructor", "Curriculum Specialist", "Learning Coach"], &["Dozent|Dozentin", "Lehrer|Lehrerin"], &["Formateur|Formatrice", "Enseignant|Enseignante"], &["Profesor|Profesora", "Formador|Formadora"]],
        mix: &[(Education, 64), (Administration, 14), (Marketing, 6), (It, 5), (Operations, 5), (Finance, 3), (Hr, 3)],
        does: "runs courses in trades, languages and digital skills", serves: &["school leavers and career changers", "employers and job centres"], thousands_per_head: 80,
    },
    Industry {
        name: "Construction", related: &["Building Materials", "Real Estate"], tags: &["construction", "civil engineering", "renovation"], kind: Corporate, weights: [6, 11, 8],
        words: [&["Construction", "Builders", "Building Group"], &["Bau", "Hochbau"], &["Construction", "Bâtiment"], &["Construcciones", "Obras"]], craft: Operations,
        crafts: [&["Carpenter", "Site Supervisor", "Mason", "Crane Operator"], &["Maurer|Maurerin", "Polier|Polierin", "Zimmerer|Zimmerin"], &["Maçon|Maçonne", "Chef de chantier|Cheffe de chantier"], &["Albañil", "Encargado de obra|Encargada de obra"]],
        mix: &[(Operations, 56), (ProjectManagement, 14), (Engineering, 8), (Procurement, 5), (Finance, 5), (Sales, 5), (Administration, 4), (Hr, 3)],
        does: "builds and renovates homes, schools and offices", serves: &["developers and councils", "housing associations and families"], thousands_per_head: 210,
    },
    Industry {
        name: "Insurance", related: &["Financial Services"], tags: &["insurance", "claims", "brokerage"], kind: Corporate, weights: [4, 5, 7],
        words: [&["Insurance", "Assurance", "Mutual"], &["Versicherung"], &["Assurances"], &["Seguros"]], craft: Finance,
        crafts: [&["Underwriter", "Claims Adjuster", "Actuarial Analyst", "Financial Analyst"], &["Versicherungskaufmann|Versicherungskauffrau", "Aktuar|Aktuarin"], &["Souscripteur|Souscriptrice", "Gestionnaire de sinistres"], &["Suscriptor|Suscriptora", "Tramitador de siniestros|Tramitadora de siniestros"]],
        mix: &[(Finance, 34), (Sales, 18), (Support, 14), (It, 9), (Data, 6), (Legal, 5), (Marketing, 5), (Hr, 4), (Operations, 5)],
        does: "insures buildings, vehicles and small firms", serves: &["households and tradespeople", "farmers and hauliers"], thousands_per_head: 330,
    },
    Industry {
        name: "Hotels", related: &["Hospitality", "Travel"], tags: &["hotel", "hospitality", "events"], kind: Corporate, weights: [3, 5, 4],
        words: [&["Hotel", "Hotels", "House", "Inn"], &["Hotel", "Hotels"], &["Hôtel"], &["Hotel", "Hoteles"]], craft: Operations,
        crafts: [&["Front Desk Agent", "Housekeeper", "Chef de Partie", "Concierge", "Event Coordinator"], &["Hotelfachmann|Hotelfachfrau", "Rezeptionist|Rezeptionistin"], &["Réceptionniste", "Gouvernant|Gouvernante"], &["Recepcionista", "Gobernante"]],
        mix: &[(Operations, 74), (Sales, 8), (Marketing, 6), (Administration, 5), (Finance, 4), (Hr, 3)],
        does: "runs small hotels with rooms for meetings", serves: &["business travellers and weekend guests", "tour groups and conferences"], thousands_per_head: 80,
    },
];
