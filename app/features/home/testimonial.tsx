import { useTranslation } from "react-i18next";
import { Avatar } from "~/ui/avatar";

interface TestimonialProps {
  name: string;
  position: string;
  quote: string;
}

export function Testimonial({ name, position, quote }: TestimonialProps) {
  const { t } = useTranslation("home");
  return (
    <section className="band" aria-label={t("testimonial.label")}>
      <div className="wrap">
        <figure>
          <blockquote>
            <p>{t("testimonial.quote", { quote })}</p>
          </blockquote>
          <figcaption>
            <Avatar name={name} size="lg" />
            <span>
              <strong>{name}</strong>
              <br />
              {position}
            </span>
          </figcaption>
        </figure>
      </div>
    </section>
  );
}
