// A whole number with a name.
interface WholeFieldProps {
  readonly label: string;
  readonly title: string;
  readonly least: number;
  readonly value: number;
  readonly set: (value: number) => void;
  readonly className?: string;
}

export function WholeField({ label, title, least, value, set, className }: WholeFieldProps) {
  return (
    <label className={className} title={title}>
      {label}
      <input
        type="number"
        min={least}
        max="1000000000"
        value={value}
        onChange={(event) => {
          const whole = Math.floor(event.target.valueAsNumber);
          if (whole >= least) set(whole);
        }}
      />
    </label>
  );
}
