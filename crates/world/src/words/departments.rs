//! Names, titles, skills and fields of study of departments.

use records::Department;

use crate::words::industries::IndustryWords;

/// Vocabulary of a department.
pub(crate) struct DepartmentProfile {
    /// Its name in English, German, French and Spanish.
    pub(crate) area: [&'static str; 4],
    /// Title of its chief in a large firm.
    pub(crate) chief: Option<&'static str>,
    /// Titles of employees without a team.
    pub(crate) roles: IndustryWords,
    pub(crate) skills: &'static [&'static str],
    pub(crate) certifications: &'static [&'static str],
    pub(crate) fields: &'static [&'static str],
}

pub(crate) fn department_profile(department: Department) -> &'static DepartmentProfile {
    use Department as D;
    &DEPARTMENT_PROFILES[match department {
        D::Engineering => 0,
        D::It => 1,
        D::Security => 2,
        D::Product => 3,
        D::Design => 4,
        D::Data => 5,
        D::Marketing => 6,
        D::Sales => 7,
        D::BusinessDevelopment => 8,
        D::CustomerSuccess => 9,
        D::Support => 10,
        D::ProjectManagement => 12,
        D::Procurement => 13,
        D::Administration => 14,
        D::Finance => 15,
        D::Hr => 16,
        D::Legal => 17,
        D::Education => 18,
        D::Health => 19,
        D::Research => 20,
        D::Consulting => 21,
        D::Operations | D::Executive | D::Other => 11,
    }]
}

#[rustfmt::skip]
const DEPARTMENT_PROFILES: &[DepartmentProfile] = &[
    DepartmentProfile { area: ["Engineering", "Entwicklung", "Ingénierie", "Ingeniería"], chief: Some("Chief Technology Officer"),
        roles: [&["Mechanical Engineer", "Process Engineer", "Quality Engineer", "Design Engineer", "Controls Engineer", "Project Engineer"], &["Konstrukteur|Konstrukteurin", "Prozessingenieur|Prozessingenieurin", "Qualitätsingenieur|Qualitätsingenieurin"], &["Ingénieur mécanique|Ingénieure mécanique", "Ingénieur qualité|Ingénieure qualité"], &["Ingeniero mecánico|Ingeniera mecánica", "Ingeniero de calidad|Ingeniera de calidad"]],
        skills: &["Python", "Rust", "TypeScript", "Kubernetes", "PostgreSQL", "System Design", "CI/CD", "Go", "AWS", "Code Review", "Java", "Terraform", "SolidWorks", "Automation"],
        certifications: &["AWS Certified Developer", "Certified Kubernetes Administrator", "Professional Engineer"], fields: &["Computer Science", "Software Engineering", "Mechanical Engineering", "Electrical Engineering"] },
    DepartmentProfile { area: ["IT", "IT", "Informatique", "TI"], chief: Some("Chief Information Officer"),
        roles: [&["Systems Administrator", "IT Support Specialist", "Network Engineer", "Database Administrator"], &["Systemadministrator|Systemadministratorin", "Netzwerkadministrator|Netzwerkadministratorin"], &["Administrateur systèmes|Administratrice systèmes", "Technicien informatique|Technicienne informatique"], &["Administrador de sistemas|Administradora de sistemas", "Técnico informático|Técnica informática"]],
        skills: &["Windows Server", "Linux", "Networking", "Azure", "Active Directory", "VMware", "Help Desk", "PowerShell", "Backup", "ITIL"],
        certifications: &["ITIL 4 Foundation", "CompTIA Network+", "Microsoft Certified: Azure Administrator"], fields: &["Information Systems", "Computer Science"] },
    DepartmentProfile { area: ["Security", "IT-Sicherheit", "Sécurité informatique", "Ciberseguridad"], chief: Some("Chief Information Security Officer"),
        roles: [&["Security Engineer", "Security Analyst", "Application Security Engineer"], &["IT-Sicherheitsanalyst|IT-Sicherheitsanalystin"], &["Analyste sécurité"], &["Analista de ciberseguridad"]],
        skills: &["Threat Modeling", "SIEM", "Incident Response", "Identity Management", "Penetration Testing", "Cloud Security", "ISO 27001", "SOC 2"],
        certifications: &["CISSP", "CISM", "OSCP", "CompTIA Security+"], fields: &["Cybersecurity", "Computer Science"] },
    DepartmentProfile { area: ["Product", "Produktmanagement", "Produit", "Producto"], chief: Some("Chief Product Officer"),
        roles: [&["Product Manager", "Product Owner", "Product Analyst"], &["Produktmanager|Produktmanagerin", "Product Owner"], &["Chef de produit|Cheffe de produit", "Product Owner"], &["Jefe de producto|Jefa de producto", "Product Owner"]],
        skills: &["Roadmapping", "User Research", "Prioritization", "A/B Testing", "Agile", "Product Strategy", "SQL", "Wireframing"],
        certifications: &["Certified Scrum Product Owner", "Pragmatic Certified Product Manager"], fields: &["Business Administration", "Computer Science", "Economics"] },
    DepartmentProfile { area: ["Design", "Design", "Design", "Diseño"], chief: None,
        roles: [&["Product Designer", "UX Designer", "Graphic Designer", "Brand Designer", "UX Researcher"], &["UX-Designer|UX-Designerin", "Grafikdesigner|Grafikdesignerin"], &["Designer produit|Designeuse produit", "Graphiste"], &["Diseñador UX|Diseñadora UX", "Diseñador gráfico|Diseñadora gráfica"]],
        skills: &["Figma", "Prototyping", "Design Systems", "User Research", "Illustration", "Typography", "Accessibility", "Adobe Creative Suite"],
        certifications: &["NN/g UX Certification"], fields: &["Graphic Design", "Interaction Design", "Fine Arts"] },
    DepartmentProfile { area: ["Data", "Daten und Analyse", "Données", "Datos"], chief: Some("Chief Data Officer"),
        roles: [&["Data Analyst", "Data Engineer", "Data Scientist", "Analytics Engineer", "Machine Learning Engineer"], &["Datenanalyst|Datenanalystin", "Data Engineer", "Data Scientist"], &["Analyste de données", "Data Engineer", "Data Scientist"], &["Analista de datos", "Ingeniero de datos|Ingeniera de datos", "Científico de datos|Científica de datos"]],
        skills: &["SQL", "Python", "dbt", "Snowflake", "Tableau", "Spark", "Statistics", "Machine Learning", "Airflow", "Power BI"],
        certifications: &["Google Professional Data Engineer", "SnowPro Core"], fields: &["Statistics", "Mathematics", "Data Science", "Physics"] },
    DepartmentProfile { area: ["Marketing", "Marketing", "Marketing", "Marketing"], chief: Some("Chief Marketing Officer"),
        roles: [&["Marketing Specialist", "Content Marketer", "Growth Marketer", "SEO Specialist", "Social Media Specialist", "Product Marketing Specialist"], &["Marketingreferent|Marketingreferentin", "Content-Marketing-Spezialist|Content-Marketing-Spezialistin"], &["Chargé de marketing|Chargée de marketing", "Chargé de contenu|Chargée de contenu"], &["Especialista en marketing", "Especialista SEO"]],
        skills: &["Content Strategy", "SEO", "Google Analytics", "HubSpot", "Copywriting", "Paid Social", "Email Marketing", "Brand Strategy", "Marketing Automation", "Events"],
        certifications: &["HubSpot Inbound Marketing", "Google Ads Certification", "Google Analytics Certification"], fields: &["Marketing", "Communications", "Business Administration"] },
    DepartmentProfile { area: ["Sales", "Vertrieb", "Ventes", "Ventas"], chief: Some("Chief Revenue Officer"),
        roles: [&["Account Executive", "Sales Representative", "Sales Development Representative", "Inside Sales Representative", "Sales Engineer"], &["Vertriebsmitarbeiter|Vertriebsmitarbeiterin", "Außendienstmitarbeiter|Außendienstmitarbeiterin", "Account Executive"], &["Commercial|Commerciale", "Ingénieur commercial|Ingénieure commerciale"], &["Comercial", "Ejecutivo de cuentas|Ejecutiva de cuentas"]],
        skills: &["Negotiation", "Prospecting", "Salesforce", "Pipeline Management", "Cold Calling", "Account Planning", "Forecasting", "Solution Selling", "Presentations"],
        certifications: &["Salesforce Certified Administrator", "Certified Sales Professional"], fields: &["Business Administration", "Economics", "Communications"] },
    DepartmentProfile { area: ["Business Development", "Geschäftsentwicklung", "Développement commercial", "Desarrollo de negocio"], chief: None,
        roles: [&["Business Development Associate", "Partnerships Specialist", "Alliances Analyst"], &["Business-Development-Referent|Business-Development-Referentin"], &["Chargé de développement|Chargée de développement"], &["Especialista en desarrollo de negocio"]],
        skills: &["Partnerships", "Market Entry", "Licensing", "Negotiation", "Due Diligence", "Market Research"],
        certifications: &["Certified Licensing Professional"], fields: &["Business Administration", "Economics", "Biology"] },
    DepartmentProfile { area: ["Customer Success", "Kundenerfolg", "Succès client", "Éxito del cliente"], chief: None,
        roles: [&["Customer Success Associate", "Onboarding Specialist", "Implementation Consultant"], &["Kundenbetreuer|Kundenbetreuerin", "Implementierungsberater|Implementierungsberaterin"], &["Chargé de clientèle|Chargée de clientèle"], &["Especialista en éxito del cliente"]],
        skills: &["Onboarding", "Renewals", "Gainsight", "Account Management", "Training", "Stakeholder Management"],
        certifications: &["Certified Customer Success Manager"], fields: &["Business Administration", "Communications", "Psychology"] },
    DepartmentProfile { area: ["Support", "Kundenservice", "Support client", "Atención al cliente"], chief: None,
        roles: [&["Support Specialist", "Technical Support Engineer", "Customer Service Representative"], &["Kundenservicemitarbeiter|Kundenservicemitarbeiterin"], &["Conseiller client|Conseillère client"], &["Agente de atención al cliente"]],
        skills: &["Zendesk", "Troubleshooting", "Customer Care", "Ticketing", "Documentation", "Live Chat"],
        certifications: &["HDI Support Center Analyst"], fields: &["Communications", "Information Systems"] },
    DepartmentProfile { area: ["Operations", "Betrieb", "Opérations", "Operaciones"], chief: Some("Chief Operating Officer"),
        roles: [&["Operations Analyst", "Operations Coordinator", "Logistics Coordinator", "Business Operations Associate"], &["Sachbearbeiter Betrieb|Sachbearbeiterin Betrieb"], &["Chargé des opérations|Chargée des opérations"], &["Coordinador de operaciones|Coordinadora de operaciones"]],
        skills: &["Process Improvement", "Scheduling", "Inventory Management", "Safety", "Lean", "Quality Control", "Customer Service", "Team Leadership"],
        certifications: &["Lean Six Sigma Green Belt", "First Aid", "OSHA 30"], fields: &["Operations Management", "Industrial Engineering", "Business Administration"] },
    DepartmentProfile { area: ["Project Management", "Projektmanagement", "Gestion de projets", "Gestión de proyectos"], chief: None,
        roles: [&["Project Coordinator", "Project Manager", "Scrum Master"], &["Projektmanager|Projektmanagerin", "Projektkoordinator|Projektkoordinatorin"], &["Chef de projet|Cheffe de projet"], &["Gestor de proyectos|Gestora de proyectos"]],
        skills: &["Project Planning", "Risk Management", "Agile", "MS Project", "Budgeting", "Stakeholder Management"],
        certifications: &["PMP", "PRINCE2 Practitioner", "Certified ScrumMaster"], fields: &["Business Administration", "Civil Engineering"] },
    DepartmentProfile { area: ["Procurement", "Einkauf", "Achats", "Compras"], chief: Some("Chief Procurement Officer"),
        roles: [&["Buyer", "Procurement Specialist", "Sourcing Analyst"], &["Einkäufer|Einkäuferin"], &["Acheteur|Acheteuse"], &["Comprador|Compradora"]],
        skills: &["Sourcing", "Negotiation", "SAP", "Supplier Management", "Contract Management", "Cost Analysis"],
        certifications: &["CIPS Level 4", "Certified Professional in Supply Management"], fields: &["Supply Chain Management", "Business Administration"] },
    DepartmentProfile { area: ["Administration", "Verwaltung", "Administration", "Administración"], chief: None,
        roles: [&["Administrative Assistant", "Receptionist", "Office Administrator", "Executive Assistant"], &["Bürokaufmann|Bürokauffrau", "Verwaltungsmitarbeiter|Verwaltungsmitarbeiterin"], &["Assistant administratif|Assistante administrative", "Secrétaire"], &["Auxiliar administrativo|Auxiliar administrativa", "Recepcionista"]],
        skills: &["Scheduling", "Microsoft Office", "Bookkeeping", "Customer Service", "Filing", "Travel Planning"],
        certifications: &["Microsoft Office Specialist"], fields: &["Business Administration", "Office Management"] },
    DepartmentProfile { area: ["Finance", "Finanzen", "Finance", "Finanzas"], chief: Some("Chief Financial Officer"),
        roles: [&["Financial Analyst", "Accountant", "Accounts Payable Specialist", "Controller", "Treasury Analyst"], &["Buchhalter|Buchhalterin", "Controller|Controllerin", "Finanzanalyst|Finanzanalystin"], &["Comptable", "Contrôleur de gestion|Contrôleuse de gestion"], &["Contable", "Analista financiero|Analista financiera"]],
        skills: &["Financial Modeling", "Excel", "IFRS", "Budgeting", "Forecasting", "Audit", "SAP", "Tax", "Payroll", "Reporting"],
        certifications: &["CPA", "CFA Level II", "ACCA", "CIMA"], fields: &["Accounting", "Finance", "Economics"] },
    DepartmentProfile { area: ["Human Resources", "Personal", "Ressources humaines", "Recursos humanos"], chief: Some("Chief People Officer"),
        roles: [&["Recruiter", "HR Generalist", "HR Coordinator", "Talent Acquisition Specialist"], &["Personalreferent|Personalreferentin", "Recruiter|Recruiterin"], &["Chargé de recrutement|Chargée de recrutement", "Chargé RH|Chargée RH"], &["Técnico de selección|Técnica de selección", "Técnico de recursos humanos|Técnica de recursos humanos"]],
        skills: &["Recruiting", "Onboarding", "Employee Relations", "Workday", "Compensation", "Labour Law", "Interviewing"],
        certifications: &["SHRM-CP", "CIPD Level 5", "PHR"], fields: &["Human Resources Management", "Psychology"] },
    DepartmentProfile { area: ["Legal", "Recht", "Juridique", "Asuntos legales"], chief: Some("General Counsel"),
        roles: [&["Legal Counsel", "Compliance Analyst", "Contracts Specialist", "Paralegal"], &["Syndikusrechtsanwalt|Syndikusrechtsanwältin", "Compliance-Referent|Compliance-Referentin"], &["Juriste", "Chargé de conformité|Chargée de conformité"], &["Asesor jurídico|Asesora jurídica", "Analista de cumplimiento"]],
        skills: &["Contract Law", "GDPR", "Negotiation", "Corporate Law", "Compliance", "Employment Law", "Litigation"],
        certifications: &["CIPP/E", "Bar Admission"], fields: &["Law"] },
    DepartmentProfile { area: ["Education", "Lehre", "Pédagogie", "Formación"], chief: None,
        roles: [&["Teacher", "Instructor"], &["Dozent|Dozentin"], &["Formateur|Formatrice"], &["Profesor|Profesora"]],
        skills: &["Curriculum Design", "Classroom Management", "E-Learning", "Assessment", "Mentoring", "Public Speaking"],
        certifications: &["Teaching Certificate", "TEFL"], fields: &["Education", "Linguistics", "Mathematics"] },
    DepartmentProfile { area: ["Clinical Services", "Medizin", "Soins", "Servicios clínicos"], chief: Some("Chief Medical Officer"),
        roles: [&["Registered Nurse", "Physician"], &["Arzt|Ärztin"], &["Infirmier|Infirmière"], &["Enfermero|Enfermera"]],
        skills: &["Patient Care", "Clinical Documentation", "Infection Control", "Treatment Planning", "Radiology", "Emergency Care"],
        certifications: &["Basic Life Support", "Advanced Cardiac Life Support", "Radiography Licence"], fields: &["Medicine", "Nursing", "Dentistry", "Veterinary Medicine"] },
    DepartmentProfile { area: ["Research", "Forschung", "Recherche", "Investigación"], chief: Some("Chief Scientific Officer"),
        roles: [&["Research Scientist", "Lab Technician"], &["Laborant|Laborantin"], &["Chercheur|Chercheuse"], &["Investigador|Investigadora"]],
        skills: &["Cell Culture", "PCR", "Protein Engineering", "R", "Clinical Trials", "Bioinformatics", "GMP", "Scientific Writing"],
        certifications: &["Good Clinical Practice", "Good Laboratory Practice"], fields: &["Biology", "Biochemistry", "Chemistry", "Bioinformatics"] },
    DepartmentProfile { area: ["Consulting", "Beratung", "Conseil", "Consultoría"], chief: None,
        roles: [&["Consultant", "Business Analyst"], &["Unternehmensberater|Unternehmensberaterin"], &["Consultant|Consultante"], &["Consultor|Consultora"]],
        skills: &["Strategy", "Change Management", "Workshop Facilitation", "Process Mapping", "Financial Modeling", "Stakeholder Management"],
        certifications: &["Certified Management Consultant", "PMP"], fields: &["Business Administration", "Economics", "Political Science"] },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_department_has_a_profile() {
        for department in Department::ALL {
            let profile = department_profile(*department);
            assert!(!profile.roles[0].is_empty() && !profile.skills.is_empty() && !profile.fields.is_empty());
        }
        assert_eq!(department_profile(Department::Procurement).area[0], "Procurement");
        assert_eq!(department_profile(Department::Consulting).area[0], "Consulting");
        assert_eq!(department_profile(Department::Hr).area[0], "Human Resources");
    }
}
